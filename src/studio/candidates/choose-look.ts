import type { Brief, GroundStyle, Look } from '../brief.ts';
import type { Size } from '../box.ts';
import { inputFor } from '../attempts.ts';
import type { LayoutInput, Materials } from '../composition.ts';
import { picturesWanted } from '../copy/pictures-wanted.ts';
import { calmer, type Format, formatOf } from '../format.ts';
import { heroIn } from '../layouts/hero.ts';
import { isNamed } from '../layouts/mark.ts';
import { hasOwnGround, type Layout } from '../layouts/layout.ts';
import { type Suiting, suitingLayouts } from '../layouts/suiting.ts';
import { groundsFor, seededLook } from '../look.ts';
import { directionFit, isMadeFor, missingFit } from './direction-fit.ts';
import { gatherMaterials } from '../materials.ts';
import { mirrored, type Scene } from '../scene.ts';
import { seededUnit } from '../seeded.ts';
import { featuresOf } from './features.ts';
import { scoreOf } from './score.ts';

/** Number of looks that are composed and compared. */
const looksMax = 8;
/** Ratios of a job on which the looks are compared; more would take longer and change little. */
const sizesMax = 3;
/** Score of a layout in a ratio in which it cannot be composed, or has no room for the name of the brand. */
const missing = 0;
/** Maximum that the seed adds to a score, so that the ads of a brand differ. */
const seedWeight = 0.05;
/** A layout that suits less than this is not composed. */
const suitsMin = 0.1;
/** Weight of a layout's own suitability in the score. */
const suitsWeight = 0.08;

export interface Setting {
  brief: Brief;
  sizes: readonly Size[];
  /** Returns the input for the layouts in a format. */
  inputOf: (brief: Brief, format: Format, materials: Materials) => Promise<LayoutInput>;
}

/**
 * Chooses what all ads of a job have in common: composes up to eight looks in up to three of the ratios, without
 * painting them, and returns the one with the best mean score. Its `layouts` has the layouts of all these looks, best
 * score first. The same brief and sizes give the same look.
 */
export async function chooseLook({ brief, sizes, inputOf }: Setting): Promise<Look> {
  const formats = spreadOut(sizes).map(formatOf);
  const largest = sizes.reduce((most, each) => (each.width * each.height > most.width * most.height ? each : most));
  const materials = await gatherMaterials(brief, largest);
  const inputs = await Promise.all(formats.map((format) => inputOf(brief, format, materials)));
  const looks = candidateLooks(brief, materials);
  const scored = looks.map((each) => ({ look: each.look, score: meanScore({ ...each, brief, inputs }) }));
  const ranked = scored.toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  if (best === undefined) return seededLook(brief);
  const order = [...new Set(ranked.flatMap(({ look }) => look.layouts))];
  return { ...best.look, layouts: order };
}

/** Returns at most `sizesMax` sizes: the widest, the tallest and the first. */
function spreadOut(sizes: readonly Size[]): Size[] {
  const byRatio = sizes.toSorted((a, b) => a.width / a.height - b.width / b.height);
  return [...new Set([sizes[0], byRatio[0], byRatio.at(-1)])].filter((size) => size !== undefined).slice(0, sizesMax);
}

interface Candidate extends Suiting {
  look: Look;
}

/**
 * Returns the looks to compare: the layouts that suit best, each with the grounds of the tone in turn. Those that are
 * made for what the direction asks for come first.
 */
function candidateLooks(brief: Brief, materials: Materials): Candidate[] {
  const isFirst = ({ layout }: Suiting): number => (isMadeFor(brief.direction, layout.name) ? 0 : 1);
  const suiting = suitingLayouts(brief, materials)
    .filter(({ suits }) => suits > suitsMin)
    .toSorted((a, b) => isFirst(a) - isFirst(b));
  const base = seededLook(brief);
  const grounds = groundOrder(brief, base.ground);
  return Array.from({ length: Math.min(looksMax, suiting.length * grounds.length) }, (_, at): Candidate[] => {
    const turn = Math.floor(at / suiting.length);
    const chosen = suiting[at % suiting.length];
    const ground = grounds[(at + turn) % grounds.length] ?? base.ground;
    if (chosen === undefined) return [];
    return [{ ...chosen, look: { ...base, ground, layouts: [chosen.layout.name], variant: turn } }];
  }).flat();
}

const groundOrder = (brief: Brief, first: GroundStyle): GroundStyle[] => [...new Set([first, ...groundsFor(brief)])];

interface Scored extends Candidate {
  brief: Brief;
  inputs: readonly LayoutInput[];
}

function meanScore({ brief, look, layout, suits, inputs }: Scored): number {
  const wanted = picturesWanted(brief);
  const drawn = inputs.map((input) => {
    const mine = withLook(brief, look, input);
    return { mine, scene: composed(layout, mine) };
  });
  // Another layout would give the ads of the other ratios another ground.
  if (hasOwnGround(layout.name) && drawn.some(({ scene }) => scene === null)) return missing;
  const scores = drawn.map(({ mine, scene }) => {
    if (scene === null || !isNamed(scene, mine)) return missing + missingFit(brief.direction);
    const features = featuresOf(scene, mine.format, mine.roles);
    return (
      scoreOf(features) +
      directionFit(
        { ...brief.direction, ...(wanted > 1 && { products: wanted }) },
        { scene, features, hero: heroIn(mine.type.texts, mine) },
      )
    );
  });
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const varied = seedWeight * seededUnit(brief.seed, `look ${layout.name} ${look.ground}`);
  return mean + suitsWeight * suits + varied;
}

function composed(layout: Layout, input: LayoutInput): Scene | null {
  const scene = layout.draw(input) ?? layout.draw({ ...input, attempt: 1, format: calmer(input.format) });
  return scene !== null && input.rtl ? mirrored(scene) : scene;
}

function withLook(brief: Brief, look: Look, input: LayoutInput): LayoutInput {
  const { format, type } = input;
  return inputFor({ ...brief, look }, format, { materials: input, type });
}
