import { imageSize, parseAspectRatios } from '../../src/schema/aspect-ratio.ts';
import type { Size } from '../../src/studio/box.ts';
import type { Brief, Look } from '../../src/studio/brief.ts';
import { suitingLayouts } from '../../src/studio/layouts/suiting.ts';
import { groundsFor, seededLook } from '../../src/studio/look.ts';
import { gatherMaterials } from '../../src/studio/materials.ts';
import { seededUnit } from '../../src/studio/seeded.ts';
import { type RawAd, renderRaw } from '../../src/studio/studio.ts';

export interface DrawnCandidate {
  look: Look;
  ad: RawAd;
}

/** Maximum number of looks that are drawn for a brief in one ratio. */
const looksMax = 24;
/** Number of variants of each layout on each ground. */
const variants = 2;

/** Candidates of a brief in one ratio, drawn one after another as they are needed. */
export class CandidateDraws {
  readonly #brief: Brief;
  readonly #size: Size;
  readonly #looks: Look[];
  readonly #drawn = new Set<string>();
  readonly #unpaired: DrawnCandidate[] = [];

  private constructor(brief: Brief, size: Size, looks: Look[]) {
    this.#brief = brief;
    this.#size = size;
    this.#looks = looks;
  }

  static async of(brief: Brief, ratio: string, seed: string): Promise<CandidateDraws> {
    const [parsed] = parseAspectRatios(ratio);
    if (parsed === undefined) throw new Error(`No ratio: ${ratio}`);
    const size = imageSize(parsed, '1K');
    return new CandidateDraws(brief, size, await looksOf(brief, size, seed));
  }

  /**
   * Returns two candidates that no earlier pair has. Their layouts are the same, or differ, as wanted, if there are such
   * candidates. Returns undefined if fewer than two are left.
   */
  async nextPair(isSame: boolean): Promise<[DrawnCandidate, DrawnCandidate] | undefined> {
    const one = await this.#take(() => true);
    if (one === undefined) return undefined;
    const wanted = await this.#take(({ ad }) => (ad.layout === one.ad.layout) === isSame);
    const other = wanted ?? (await this.#take(() => true));
    return other === undefined ? undefined : [one, other];
  }

  /** Takes the first candidate for which `isWanted` is true out of those that are left. */
  async #take(isWanted: (candidate: DrawnCandidate) => boolean): Promise<DrawnCandidate | undefined> {
    const at = this.#unpaired.findIndex(isWanted);
    if (at >= 0) return this.#unpaired.splice(at, 1)[0];
    for (let next = await this.#next(); next !== undefined; next = await this.#next()) {
      if (isWanted(next)) return next;
      this.#unpaired.push(next);
    }
    return undefined;
  }

  /** Draws looks until one gives an ad that was not drawn before. */
  async #next(): Promise<DrawnCandidate | undefined> {
    for (let look = this.#looks.shift(); look !== undefined; look = this.#looks.shift()) {
      const ad = await renderRaw({ ...this.#brief, look }, this.#size);
      const facts = JSON.stringify([ad.layout, ad.sizes, ad.score]);
      if (this.#drawn.has(facts)) continue;
      this.#drawn.add(facts);
      return { look, ad };
    }
    return undefined;
  }
}

/** Returns looks of a brief, chosen by the seed among every layout that suits, on every ground of the tone. */
async function looksOf(brief: Brief, size: Size, seed: string): Promise<Look[]> {
  const base = seededLook(brief);
  const grounds = [...new Set(groundsFor(brief))];
  const looks = suitingLayouts(brief, await gatherMaterials(brief, size)).flatMap(({ layout }) =>
    grounds.flatMap((ground) =>
      Array.from({ length: variants }, (_, variant): Look => ({ ...base, ground, layouts: [layout.name], variant })),
    ),
  );
  const place = (look: Look): number => seededUnit(seed, JSON.stringify(look));
  return looks.toSorted((a, b) => place(a) - place(b)).slice(0, looksMax);
}
