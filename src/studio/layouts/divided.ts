import { bottomOf, type Box, topOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import { joined, type Layer, type Scene, thingsOf } from '../scene.ts';
import { type FieldOptions, textsIn } from './field.ts';

/** The texts of an ad and the rest of the canvas, which is for the picture. */
export interface Division {
  words: Scene;
  /** Rest of the canvas, without a gap of 5u to the texts. It touches the other edges of the canvas. */
  rest: Box;
}

export interface DivisionOptions extends Pick<
  FieldOptions,
  'ground' | 'boost' | 'hero' | 'heroMax' | 'only' | 'align'
> {
  /** Shares of the safe area that are tried for the texts, the most wanted first. */
  shares: readonly number[];
  /** The same in a story, where the texts stand above the picture and the picture fills the zone at the foot. */
  storyShares?: readonly number[];
}

/**
 * Divides the canvas between texts and picture: the texts stand on the left of a wide canvas, at the head of a story, and
 * else at the foot. Returns one division for each share in which all texts fit.
 */
export function divisions(input: LayoutInput, options: DivisionOptions): Division[] {
  const { shares, storyShares = shares, ...field } = options;
  const isStory = input.format.zones !== null;
  const divide = isAcross(input.format) ? leftOf : isStory ? atHead : atFoot;
  return (isStory ? storyShares : shares)
    .map((share) => divide(input, field, share))
    .filter((division) => division?.words.dropped.length === 0)
    .filter((division) => division !== null);
}

type Field = Omit<DivisionOptions, 'shares' | 'storyShares'>;

const gapU = 5;

function leftOf(input: LayoutInput, field: Field, share: number): Division | null {
  const { width, height, safe, u, shape } = input.format;
  const area: Box = { ...safe, width: safe.width * share };
  const ends =
    shape === 'banner' ? ({ mark: 'aside', anchor: 'middle' } as const) : ({ mark: 'top', anchor: 'bottom' } as const);
  const words = textsIn(input, { ...field, area, ...ends });
  const x = area.x + area.width + gapU * u;
  return words === null ? null : { words, rest: { x, y: 0, width: width - x, height } };
}

function atHead(input: LayoutInput, field: Field, share: number): Division | null {
  const { width, height, safe, u } = input.format;
  const words = textsIn(input, {
    ...field,
    area: { ...safe, height: safe.height * share },
    mark: 'top',
    anchor: 'top',
  });
  if (words === null) return null;
  const y = bottomOf(thingsOf(words)) + gapU * u;
  return { words, rest: { x: 0, y, width, height: height - y } };
}

function atFoot(input: LayoutInput, field: Field, share: number): Division | null {
  const { width, safe, u } = input.format;
  const high = safe.height * share;
  const area: Box = { ...safe, y: safe.y + safe.height - high, height: high };
  const words = textsIn(input, { ...field, area, mark: 'aside', anchor: 'bottom' });
  if (words === null) return null;
  return { words, rest: { x: 0, y: 0, width, height: topOf(thingsOf(words)) - gapU * u } };
}

/** Adds the picture and then the texts to a scene. */
export function withWords(scene: Scene, picture: readonly Layer[], words: Scene): Scene {
  scene.layers.push(...picture);
  return joined(scene, words);
}
