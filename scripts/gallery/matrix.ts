import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../src/domain/json-text.ts';
import { ImageAd } from '../../src/ads/image/request.ts';
import type { Brief, QualityCheck } from '../../src/studio/brief.ts';
import { copyParts } from '../../src/studio/copy/drawn-copy.ts';
import { QualityGateError } from '../../src/studio/quality-gate-error.ts';
import { renderAd } from '../../src/studio/studio.ts';
import type { Collection, Facts } from './collection.ts';
import { drawRequest, type DrawOptions } from './draw-request.ts';
import { type GivenRequest, givenRequests } from './requests.ts';
import { siteRequests } from './site-requests.ts';

export interface MatrixOptions {
  ratios: readonly string[];
  /** Square root of the area of a picture of the repository's own briefs, in pixels. */
  base: number;
  scale: number;
  /** Called with the name of a layout that was rejected and the checks that failed, or null if it does not suit. */
  onRejected: (layout: string, failed: QualityCheck[] | null) => void;
}

/** Draws briefs of the repository in all ratios. */
export async function addBriefs(
  gallery: Collection,
  briefs: Record<string, Brief>,
  options: MatrixOptions,
): Promise<void> {
  for (const [name, brief] of Object.entries(briefs))
    for (const ratio of options.ratios) await addBrief(gallery, { name, brief, ratio }, options);
}

async function addBrief(
  gallery: Collection,
  { name, brief, ratio }: { name: string; brief: Brief; ratio: string },
  { base, onRejected }: MatrixOptions,
): Promise<void> {
  const startedMs = performance.now();
  try {
    const ad = await renderAd(brief, sizeOf(ratio, base), { onRejected });
    const without = copyParts.filter((key) => brief.copy[key] !== '' && ad.copy[key] === '' && !brief.noText);
    const notes = without.map((part) => `The ${part} was left out.`);
    const about = { group: 'own', brief: name, language: brief.language, direction: null } as const;
    await gallery.add(ad.png, { ...about, ...shownOf(ad), ratio, notes });
    console.log(name, ratio, ad.layout, `${Math.round(performance.now() - startedMs)} ms`, ...notes);
  } catch (error) {
    if (!(error instanceof QualityGateError)) throw error;
    console.log(name, ratio, 'FAILED', error.message);
  }
}

function sizeOf(ratio: string, base: number): { width: number; height: number } {
  const [w = 1, h = 1] = ratio.split(':').map(Number);
  return {
    width: 16 * Math.round((base * Math.sqrt(w / h)) / 16),
    height: 16 * Math.round((base * Math.sqrt(h / w)) / 16),
  };
}

/** Returns the facts that the page shows of an ad. */
export const shownOf = ({ layout, checks, score }: Shown): Shown => ({ layout, checks, score });

type Shown = Pick<Facts, 'layout' | 'checks' | 'score'>;

/** Draws requests with the code of the stages. Prints the requests and ratios that could not be drawn. */
export async function addRequest(
  gallery: Collection,
  group: Facts['group'],
  given: GivenRequest,
  { verdicts = {}, ...options }: DrawOptions & { verdicts?: Verdicts },
): Promise<void> {
  try {
    const { pictures, notes, brief, failed } = await drawRequest(given, options);
    const { user_direction: direction = null } = ImageAd.parse(given.body).generation_metadata;
    for (const { png, aspectRatio: ratio, ...ad } of pictures) {
      const verdict = verdicts[`${given.name}-${ratio.replace(':', 'x')}`];
      const own = notes.filter((note) => !/ was left out in /.test(note) || note.includes(ratio));
      const about = { group, brief: given.name, language: brief.language, direction, ratio };
      await gallery.add(png, {
        ...about,
        ...shownOf(ad),
        notes: verdict === undefined ? own : [...own, `Viewer: ${verdict.why}`],
        verdict: verdict?.verdict,
      });
    }
    console.log(given.name, pictures.map(({ aspectRatio, layout }) => `${aspectRatio} ${layout}`).join(', '));
    for (const { ratio, reason } of failed) console.log(given.name, ratio, 'FAILED', reason);
  } catch (error) {
    console.log(given.name, 'FAILED', error instanceof Error ? error.message : error);
  }
}

const Verdicts = z.record(z.string(), z.object({ verdict: z.string(), why: z.string() }));
type Verdicts = z.infer<typeof Verdicts>;

/**
 * Draws the image requests in a folder. If the folder above has `verdicts.json`, its judgements of viewers by
 * `NAME-RATIO` are shown.
 */
export async function addGiven(gallery: Collection, folder: string, options: MatrixOptions): Promise<void> {
  const file = join(dirname(folder), 'verdicts.json');
  const verdicts = existsSync(file) ? Verdicts.parse(parseJson(readFileSync(file, 'utf8'))) : {};
  for (const given of givenRequests(folder))
    if (given.type === 'image_ad') await addRequest(gallery, 'given', given, { scale: options.scale, verdicts });
}

/** Reads the real websites in a folder and draws an ad for each. */
export async function addSites(gallery: Collection, folder: string, options: MatrixOptions): Promise<void> {
  for await (const { given, brand } of siteRequests(folder))
    await addRequest(gallery, 'site', given, { scale: options.scale, brand });
}
