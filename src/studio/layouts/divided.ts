import { bottomOf, type Box, topOf } from '../box.ts';
import { featuresOf } from '../candidates/features.ts';
import { scoreOf } from '../candidates/score.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import type { OpenPicture } from '../photo/open.ts';
import { cutsOf, jamOf, worstOf } from '../photo/subject-cuts.ts';
import { joined, type Layer, type LayerOf, type Scene, thingsOf } from '../scene.ts';
import { type FieldOptions, textsIn } from './field.ts';
import { inTwoColumns } from './two-columns.ts';
import { firstMedia, type Fit, fitsFor, type MediaShape } from './media.ts';

/** Texts of an ad, and the area of the canvas that they leave for the picture. */
export interface Division {
  words: Scene;
  /** Area for the picture, 5u from the texts. It touches the other edges of the canvas. */
  rest: Box;
  /** Rank of the way in which the canvas is divided; 0 is the most wanted. */
  rank: number;
}

export interface DivisionOptions extends Pick<
  FieldOptions,
  'ground' | 'boost' | 'hero' | 'heroMax' | 'only' | 'list' | 'align'
> {
  /** Shares of the safe area that are tried for the texts, the most wanted first. */
  shares: readonly number[];
  /** Shares that are tried in a story, where the picture is below the texts and fills the zone at the foot. */
  storyShares?: readonly number[];
}

/**
 * Divides the canvas between texts and picture. The texts stand on the left of a wide canvas, at the head of a story,
 * on the left or at the foot of a square, and otherwise at the foot; at the foot in one column or in two. Yields one
 * division for each share in which all texts fit, and composes it only when it is asked for.
 */
export function* divisions(input: LayoutInput, options: DivisionOptions): Generator<Division, void> {
  const { shares, storyShares = shares, ...given } = options;
  const field = { ...given, keepsAll: true };
  const isStory = input.format.zones !== null;
  for (const { divide, rank } of waysOf(input))
    for (const part of isStory ? storyShares : shares) {
      const division = divide(input, field, part);
      if (division !== null) yield { ...division, rank };
    }
}

type Divide = (input: LayoutInput, field: Field, share: number) => Omit<Division, 'rank'> | null;

/** Returns the ways to divide a canvas, the most wanted first. A square can be divided in both directions. */
function waysOf(input: LayoutInput): { divide: Divide; rank: number }[] {
  const upright = input.format.zones === null ? [atFoot, inColumnsAtFoot] : [atHead];
  const both = isBeside(input) ? [[leftOf], upright] : [upright, [leftOf]];
  const ways = isAcross(input.format) ? [[leftOf]] : input.format.shape === 'square' ? both : [upright];
  return ways.flatMap((alike, rank) => alike.map((divide) => ({ divide, rank })));
}

/**
 * Reports whether texts and picture stand side by side: on a wide canvas, and on a square one if the subject of the
 * picture is clearly higher than wide, which a box above or below the texts would cut.
 */
export function isBeside({ format, photo, product }: LayoutInput): boolean {
  if (isAcross(format)) return true;
  if (format.shape !== 'square') return false;
  return product === null ? photo !== null && subjectRatio(photo) < uprightMax : product.width < 0.8 * product.height;
}

/** Ratio of width to height below which a subject needs a column. */
const uprightMax = 0.85;

/** Returns the ratio of width to height of the part of a photo that has nearly all of its subject. */
function subjectRatio({ analysis: { subject, spans }, width, height }: OpenPicture): number {
  if (spans || subject.total <= 0) return width / height;
  const from = (cut: (share: number) => Box): number =>
    steps.findLast((share) => subject.in(cut(share)) <= outside * subject.total) ?? 0;
  const left = from((share) => ({ x: 0, y: 0, width: share, height: 1 }));
  const right = from((share) => ({ x: 1 - share, y: 0, width: share, height: 1 }));
  const top = from((share) => ({ x: 0, y: 0, width: 1, height: share }));
  const foot = from((share) => ({ x: 0, y: 1 - share, width: 1, height: share }));
  return ((1 - left - right) * width) / Math.max(0.02 * height, (1 - top - foot) * height);
}

const steps = Array.from({ length: 40 }, (_, at) => at / 40);
/** Share of the subject that may lie outside each side of its box. */
const outside = 0.03;

type Field = Omit<DivisionOptions, 'shares' | 'storyShares'> & Pick<FieldOptions, 'keepsAll'>;

/** Distance between texts and picture, in u. */
const gapU = 5;

function leftOf(input: LayoutInput, field: Field, share: number): ReturnType<Divide> {
  const { width, height, safe, u, shape } = input.format;
  const area: Box = { ...safe, width: safe.width * share };
  const ends =
    shape === 'banner' ? ({ mark: 'aside', anchor: 'middle' } as const) : ({ mark: 'top', anchor: 'bottom' } as const);
  const words = textsIn(input, { ...field, area, ...ends });
  const x = area.x + area.width + gapU * u;
  return words === null ? null : { words, rest: { x, y: 0, width: width - x, height } };
}

/** Factor for the size of the headline in a story, which is read at arm's length. */
const storyBoost = 1.2;

function atHead(input: LayoutInput, field: Field, share: number): ReturnType<Divide> {
  const { width, height, safe, u } = input.format;
  const area: Box = { ...safe, height: safe.height * share };
  const boost = storyBoost * (field.boost ?? 1);
  const words = textsIn(input, { ...field, area, mark: 'aside', anchor: 'top', boost });
  if (words === null) return null;
  const y = bottomOf(thingsOf(words)) + gapU * u;
  return { words, rest: { x: 0, y, width, height: height - y } };
}

const atFoot: Divide = (input, field, share) =>
  aboveWords(input, textsIn(input, { ...field, area: footOf(input, share), mark: 'aside', anchor: 'bottom' }));

const inColumnsAtFoot: Divide = (input, field, share) =>
  aboveWords(input, inTwoColumns(input, { ...field, area: footOf(input, share) }));

function footOf({ format: { safe } }: LayoutInput, share: number): Box {
  const height = safe.height * share;
  return { ...safe, y: safe.y + safe.height - height, height };
}

function aboveWords({ format: { width, u } }: LayoutInput, words: Scene | null): ReturnType<Divide> {
  if (words === null) return null;
  return { words, rest: { x: 0, y: 0, width, height: topOf(thingsOf(words)) - gapU * u } };
}

export interface PicturedOptions extends DivisionOptions {
  /** Returns the boxes for the picture in the area that the texts leave, the most wanted first. Default: the area. */
  boxesIn?: (rest: Box) => readonly Box[];
  shape?: Omit<MediaShape, 'fit'>;
  /** Fits of the picture that are tried. Default: those of the try. */
  fits?: readonly Fit[];
}

/** Factors for the size of the texts that are tried before a photo is shown small. */
const smaller = [1, 0.86, 0.74] as const;

/**
 * Adds texts and picture to a scene. Of the divisions whose area the picture fills, the best one is used. If the picture
 * fills none, the division with the largest picture that fits is used, as far as the try allows it. Null if none fits.
 */
export function bestDivision(input: LayoutInput, scene: Scene, options: PicturedOptions): Scene | null {
  const { fits = fitsFor(input), boost = 1 } = options;
  const boosts = fits.length > 1 ? smaller : [1];
  for (const fit of fits) {
    const made = boosts.flatMap((by) => pictured(input, scene, { ...options, boost: boost * by, fit }));
    const best = fit === 'filling' ? bestScored(input, made) : mostWorth(made);
    if (best !== undefined) return best.ad;
  }
  return null;
}

/** An ad in which the canvas is divided. */
export interface DividedAd extends Pick<Division, 'rank'> {
  ad: Scene;
}

/** Feature `picture` of an ad whose picture is a strip: 36 % of the canvas. */
const stripMax = 0.6;

/**
 * Returns the ad with the best score, less what is cut off its subject or jammed. Ads without poor lines come first, of
 * these the ones that are divided in the most wanted way, and of these the ones whose picture is more than a strip.
 */
export function bestScored<T extends DividedAd>({ format, roles }: LayoutInput, made: readonly T[]): T | undefined {
  const scored = made.map((each) => {
    const features = featuresOf(each.ad, format, roles);
    const faults = [hasPoorLines(each), each.rank > 0, features.picture < stripMax];
    return { each, fault: Number(faults.map(Number).join('')), score: scoreOf(features) - cutIn(each.ad) };
  });
  return scored.toSorted((a, b) => a.fault - b.fault || b.score - a.score)[0]?.each;
}

const hasPoorLines = ({ ad }: DividedAd): boolean => ad.texts.some(({ isPoor }) => isPoor === true);

/** Returns the ad with the largest picture, of those without poor lines if there are any. */
const mostWorth = (made: readonly Pictured[]): Pictured | undefined =>
  made.toSorted((a, b) => Number(hasPoorLines(a)) - Number(hasPoorLines(b)) || b.worth - a.worth)[0];

/** Weight of the air that a subject lacks at the edges of its crop, compared with a part that is cut off. */
const jamWeight = 2;

/** Returns the largest part of a subject, 0 to 1, that the crop of a photo cuts off, and the air that it lacks. */
const cutIn = ({ layers }: Scene): number =>
  Math.max(0, ...layers.map((layer) => (layer.kind === 'photo' ? cutBy(layer) : 0)));

const cutBy = ({ picture, crop }: LayerOf<'photo'>): number =>
  worstOf(cutsOf(picture, crop)) + jamWeight * jamOf(picture, crop);

interface Pictured extends DividedAd {
  /** Area of the picture, with a smaller weight of the size of the texts. */
  worth: number;
}

/** Returns the divisions into which a picture fits. */
function pictured(input: LayoutInput, scene: Scene, options: PicturedOptions & { fit: Fit }): Pictured[] {
  const { boxesIn = (rest: Box) => [rest], shape = {}, fits: _, fit, ...given } = options;
  const made: Pictured[] = [];
  for (const { words, rest, rank } of divisions(input, given)) {
    const found = firstMedia(input, boxesIn(rest), { ...shape, fit });
    if (found === null) continue;
    const sizes = words.texts.map(({ size }) => size);
    const ad = withWords(
      { ...scene, layers: [...scene.layers], texts: [...scene.texts], dropped: [...scene.dropped] },
      found.layers,
      words,
    );
    made.push({ ad, rank, worth: areaOf(found.layers) * Math.max(1, ...sizes) ** sizeWeight });
  }
  return made;
}

/** Exponent of the size of the largest text in the worth of a division. */
const sizeWeight = 0.5;

const areaOf = (layers: readonly Layer[]): number =>
  layers.reduce((sum, layer) => sum + (layer.kind === 'photo' ? layer.box.width * layer.box.height : 0), 0);

/** Adds the picture and then the texts to a scene. */
export function withWords(scene: Scene, picture: readonly Layer[], words: Scene): Scene {
  scene.layers.push(...picture);
  return joined(scene, words);
}
