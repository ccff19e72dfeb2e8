import { type Box, intersection } from '../../box.ts';
import { cropShares } from '../../photo/crop-shares.ts';
import { keepsInFilm } from '../../photo/kept-subject.ts';
import type { LayerOf, Scene } from '../../scene.ts';
import { drift, type Motion } from './motion.ts';

type Photo = LayerOf<'photo'>;

/** Length of a tour as a share of the visible part: in a second, at most, and at least. */
const travel = { perSecond: 0.16, max: 0.7, min: 0.1 } as const;
/**
 * Share of the detail of a photo in a crop above which there is nothing to see beside it, such as around a packshot.
 */
const detailMax = 0.88;

/** A photo with the part of it over which the film travels, and the motion. */
interface Tour {
  layer: Photo;
  motion: Motion;
}

interface TourOptions {
  seconds: number;
  isReversed: boolean;
}

/**
 * Returns a photo with the part of it over which the film travels, and the motion; null if the photo has nothing beside
 * its crop, or a text lies on it. A product stays in its place. The tour keeps the subject in every frame.
 */
export function tourOf(layer: Photo, scene: Scene, options: TourOptions): Tour | null {
  const { picture, crop, box } = layer;
  if (scene.texts.some((text) => areaOf(intersection(text.box, box)) > 0)) return null;
  if (picture.role !== 'lifestyle' && scene.layout !== 'tour') return null;
  if (cropShares(picture, crop).detail > detailMax) return null;
  const axis = axisOf(layer);
  const ends = endsOf(layer, axis, options.seconds);
  return ends === null ? null : travelled(layer, axis, { ends, options });
}

interface Axis {
  at: 'x' | 'y';
  side: 'width' | 'height';
}

/** Returns the direction in which more of the photo is beside its crop. */
function axisOf({ picture, crop }: Photo): Axis {
  const spare = (side: Axis['side']) => (picture[side] - crop[side]) / crop[side];
  return spare('width') >= spare('height') ? { at: 'x', side: 'width' } : { at: 'y', side: 'height' };
}

type Ends = readonly [Box, Box];

/** Returns where a tour begins and ends, so that its middle is as near to the crop as the picture allows. */
function endsOf({ picture, crop }: Photo, { at, side }: Axis, seconds: number): Ends | null {
  const [least, most] = reachOf({ picture, crop }, { at, side });
  const way = Math.min(most - least, crop[side] * Math.min(travel.max, travel.perSecond * seconds));
  if (way < travel.min * crop[side]) return null;
  const first = Math.min(most - way, Math.max(least, crop[at] - way / 2));
  return [
    { ...crop, [at]: first },
    { ...crop, [at]: first + way },
  ];
}

/** Number of places along a photo that are tried as the ends of a tour. */
const stops = 48;

/** Returns how far a crop can be moved to both sides while it keeps the subject. */
function reachOf({ picture, crop }: Pick<Photo, 'picture' | 'crop'>, { at, side }: Axis): readonly [number, number] {
  const spare = picture[side] - crop[side];
  const keeps = (place: number): boolean => keepsInFilm(picture, { ...crop, [at]: place });
  const places = Array.from({ length: stops + 1 }, (_, stop) => (spare * stop) / stops);
  const before = places.filter((place) => place < crop[at]);
  const after = places.filter((place) => place > crop[at]);
  const least = before.slice(before.findLastIndex((place) => !keeps(place)) + 1)[0];
  const lost = after.findIndex((place) => !keeps(place));
  const most = (lost < 0 ? after : after.slice(0, lost)).at(-1);
  return [least ?? crop[at], most ?? crop[at]];
}

interface Way {
  ends: Ends;
  options: TourOptions;
}

function travelled(layer: Photo, { at, side }: Axis, { ends: [first, last], options }: Way): Tour {
  const { crop, box } = layer;
  const scale = box[side] / crop[side];
  const union: Box = { ...first, [side]: last[at] + crop[side] - first[at] };
  const way = (last[at] - first[at]) * scale;
  const [from, to] = options.isReversed ? [-way, 0] : [0, -way];
  const key = at === 'x' ? 'dx' : 'dy';
  return {
    layer: { ...layer, crop: union, box: { ...box, [side]: union[side] * scale }, radius: 0 },
    motion: drift({ [key]: from }, { [key]: to }, options.seconds),
  };
}

const areaOf = ({ width, height }: Box): number => Math.max(0, width) * Math.max(0, height);
