import type { FilmScript, ScriptScene } from '../../../schema/film-script.ts';
import type { Size } from '../../box.ts';
import type { Brief } from '../../brief.ts';
import { formatOf } from '../../format.ts';
import { textEngine } from '../../studio.ts';
import { beatGrid } from '../beats.ts';
import { captionPlace } from './captions.ts';
import { clipStart, type ClipStart } from './clip-start.ts';
import { type FilmMaterials, filmMaterials, type FilmPicture } from './film-materials.ts';
import { filmStyle, motionTone } from './film-style.ts';
import { filmWords } from './film-words.ts';
import { planShots } from './shot-plan.ts';
import { subjectOf } from './subject-of.ts';

/** A clip that a film would like to have for a scene. */
export interface ClipWish {
  /** Position of the scene in the script. */
  scene: number;
  /** Wanted length, 3 to 8. */
  seconds: number;
  /** Picture with which the clip starts. */
  start: ClipStart;
  subject: 'product' | 'lifestyle';
  alt: string | null;
}

export interface ClipOptions {
  size: Size;
  seconds: number;
  hasSound: boolean;
  /** Maximum number of clips. */
  most: number;
}

/** Lengths of clips that models make reliably, in seconds. */
const lengths = { min: 3, max: 8 } as const;
/** Time by which a clip is longer than its scene, in seconds, because the plan of the film may still change a little. */
const spareSeconds = 0.2;
/** More than the length of any scene, in seconds. */
const filmSecondsMax = 60;
/** Maximum number of clips that start with the same picture: a photo looks repeated, a product gets another ground. */
const samePictureMax = { photo: 1, product: 2 } as const;

/** Returns the clips that a film would like to have: of scenes that show a picture, and never of the end card. */
export async function clipWishes(brief: Brief, script: FilmScript, options: ClipOptions): Promise<ClipWish[]> {
  const materials = await filmMaterials(brief, options.size);
  if (materials.products.length + materials.photos.length === 0) return [];
  const needed = await secondsNeeded(brief, script, options);
  const uses = new Map<FilmPicture, number>();
  const wishes: ClipWish[] = [];
  for (const scene of filmable(script.scenes, options.most)) {
    const found = await startFor(script.scenes[scene]?.subject, { brief, materials, uses, options });
    if (found === null) continue;
    const { picture, start } = found;
    uses.set(picture, (uses.get(picture) ?? 0) + 1);
    const seconds = Math.min(lengths.max, Math.max(lengths.min, Math.ceil((needed[scene] ?? 0) + spareSeconds)));
    wishes.push({ scene, seconds, start, subject: subjectOf(picture.picture), alt: picture.picture.alt });
  }
  return wishes;
}

/**
 * Returns the positions of the scenes that are filmed, in order. If there are too many, scenes with an offer, whose price
 * is the picture, are left out first, then the shortest, and at last the hook.
 */
function filmable(scenes: readonly ScriptScene[], most: number): number[] {
  const worth = ({ role, seconds }: ScriptScene): number =>
    role === 'offer' ? 0 : role === 'hook' ? filmSecondsMax : seconds;
  return scenes
    .map((scene, at) => ({ scene, at }))
    .filter(({ scene: { role, subject } }) => role !== 'call_to_action' && ['product', 'photo'].includes(subject))
    .toSorted((a, b) => worth(b.scene) - worth(a.scene))
    .slice(0, most)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
}

/**
 * Returns the length of each scene with the change to the next, in seconds. Whether the film will have a voice is not
 * known yet, so the longer of both lengths counts.
 */
async function secondsNeeded(
  brief: Brief,
  script: FilmScript,
  { seconds, hasSound }: Pick<ClipOptions, 'seconds' | 'hasSound'>,
): Promise<number[]> {
  const words = await filmWords(brief, script, await textEngine());
  const plan = { grid: beatGrid(brief.tone, seconds), hasPictures: true, tone: motionTone(brief) };
  const plans = (hasSound ? [false, true] : [false]).map((hasVoice) => planShots(script, words, { ...plan, hasVoice }));
  const { transitionSeconds } = filmStyle(brief, true);
  return script.scenes.map((_, at) => {
    const spans = plans.map(({ scenes }) => scenes[at] ?? { startSeconds: 0, endSeconds: 0 });
    return Math.max(...spans.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)) + transitionSeconds;
  });
}

interface Choosing {
  brief: Brief;
  materials: FilmMaterials;
  uses: ReadonlyMap<FilmPicture, number>;
  options: ClipOptions;
}

/**
 * Returns the picture of a scene with which a clip can start, the least used first. It is of the wanted kind, because the
 * model also gets the description of the scene.
 */
async function startFor(
  subject: ScriptScene['subject'] | undefined,
  { brief, materials: { products, photos }, uses, options: { size, hasSound } }: Choosing,
): Promise<{ picture: FilmPicture; start: ClipStart } | null> {
  const format = formatOf(size);
  const captions = hasSound ? captionPlace(format) : null;
  const usesOf = (picture: FilmPicture): number => uses.get(picture) ?? 0;
  const kind = subject === 'photo' ? 'lifestyle' : 'product';
  const fresh = [...products, ...photos]
    .filter(({ picture }) => subjectOf(picture) === kind)
    .filter((each) => usesOf(each) < samePictureMax[each.product === null ? 'photo' : 'product']);
  for (const picture of fresh.toSorted((a, b) => usesOf(a) - usesOf(b))) {
    const start = await clipStart(picture, { brief, format, captions, isRepeated: usesOf(picture) > 0 });
    if (start !== null) return { picture, start };
  }
  return null;
}
