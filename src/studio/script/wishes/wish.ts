/**
 * Things in a film that a creative direction can ask for, or ask to leave out, in the order in which their phrases are
 * looked for: `product name` comes before `product`.
 */
export const elementKinds = [
  'product_name',
  'lifestyle',
  'product',
  'logo',
  'brand_name',
  'price',
  'offer',
  'subheadline',
  'captions',
  'headline',
  'cta',
  'voice',
  'music',
  'sound',
  'question',
  'text',
] as const;
type NamedKind = (typeof elementKinds)[number];
export type ElementKind = NamedKind | 'quote';

/** `words` are the words that the direction quotes. Only an element of kind `quote` has them. */
export type WishedElement = { kind: NamedKind } | { kind: 'quote'; words: string };

/**
 * Time of a film that a creative direction names.
 *
 * - `seconds`: from one time to another, in seconds since the start of the film; `to` is Infinity for its end.
 * - `last-seconds`: the last seconds of the film.
 * - `scene`: a scene by its number; 0 is the first and -1 the last.
 * - `before-last-scene`: the film without its last scene.
 * - `every-scene`.
 */
export type WishedTime =
  | { kind: 'seconds'; from: number; to: number }
  | { kind: 'last-seconds'; seconds: number }
  | { kind: 'scene'; at: number }
  | { kind: 'before-last-scene' | 'every-scene' };

/** A wish of a creative direction that can be compared with the finished film. */
export interface Wish {
  element: WishedElement;
  time: WishedTime;
  /** False if the film must not have the element in this time. */
  isWanted: boolean;
  /** True if the element may occur in this time only. */
  isOnly: boolean;
  /** Least number of seconds for which the element is shown; 0 if the direction names none. */
  seconds: number;
  /** Part of the direction that has the wish, for a note. */
  clause: string;
}

/** Length of a frame in seconds. */
const frameSeconds = 1 / 30;

export const anywhere: WishedTime = { kind: 'seconds', from: 0, to: Infinity };
export const firstFrame: WishedTime = { kind: 'seconds', from: 0, to: frameSeconds };
export const lastFrame: WishedTime = { kind: 'last-seconds', seconds: frameSeconds };
export const firstScene: WishedTime = { kind: 'scene', at: 0 };
export const lastScene: WishedTime = { kind: 'scene', at: -1 };

/** Seconds at the start or the end that count as the start or the end of a film. */
const edgeSecondsMax = 5;

/** Reports whether a time is at the start of the film. */
export function isAtStart(time: WishedTime): boolean {
  if (time.kind === 'seconds') return time.from === 0 && time.to <= edgeSecondsMax;
  return time.kind === 'scene' && time.at === 0;
}

/** Reports whether a time is at the end of the film. */
export function isAtEnd(time: WishedTime): boolean {
  if (time.kind === 'last-seconds') return time.seconds <= edgeSecondsMax;
  return time.kind === 'scene' && time.at === -1;
}

/** Reports whether no time is named. */
export const isAnywhere = (time: WishedTime): boolean =>
  time.kind === 'seconds' && time.from === 0 && time.to === Infinity;

/** Reports whether a direction refuses an element for the whole film. */
export const refuses = (wishes: readonly Wish[], kind: ElementKind): boolean =>
  wishes.some(({ element, time, isWanted }) => element.kind === kind && isAnywhere(time) && !isWanted);
