import { type Box, inset, intersection, placedIn, wholeOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { edgeColorOf, meanDistance } from '../photo/edge-color.ts';
import type { Layer, LayerOf } from '../scene.ts';
import { panel } from './layout.ts';

type Photo = LayerOf<'photo'>;

/** Shares of the height or width of a box that are tried for a photo that stays at the edge of the canvas. */
const shares = [0.92, 0.84, 0.76, 0.68, 0.6] as const;
/** Steps from the shape of the area to the shape of the photo that are tried for a card. The last shows all of it. */
const steps = [0.25, 0.5, 0.75, 1] as const;

/** Limits and function for fitting a photo into a part of its box. */
export interface Fitting {
  areaMin: number;
  /** Returns the photo in a part of the box, or null if it does not suit the part. */
  photoIn: (part: Box, radius: number) => Photo | null;
}

/**
 * Returns a photo in a box in which it would lose a part of its subject: in the largest part that reaches the same edges
 * of the canvas; in the middle of a band in the colour of its edges, if it has nearly one; else as a card off all edges.
 */
export function fittedPhoto(
  input: Pick<LayoutInput, 'format' | 'photo' | 'tone'>,
  box: Box,
  how: Fitting,
): Layer[] | null {
  const atEdge = firstOf(input, partsAtEdges(box, input), { ...how, radius: 0 });
  if (atEdge !== null) return [atEdge];
  const band = bandOf(box, input);
  const inBand = band === null ? null : firstOf(input, band.parts, { ...how, radius: 0 });
  if (band !== null && inBand !== null) return [panel(box, band.color), inBand];
  const { format, tone } = input;
  const radius = tone === 'elegant' || tone === 'bold' ? 0 : 3.2 * format.u;
  const card = firstOf(input, cardsIn(box, input), { ...how, radius });
  return card === null ? null : [card];
}

function firstOf(
  { format }: Pick<LayoutInput, 'format'>,
  parts: readonly Box[],
  { areaMin, photoIn, radius }: Fitting & { radius: number },
): Photo | null {
  const least = areaMin * format.width * format.height;
  for (const part of parts) {
    const isLarge = part.width > 0 && part.height > 0 && part.width * part.height >= least;
    const photo = isLarge ? photoIn(part, radius) : null;
    if (photo !== null) return photo;
  }
  return null;
}

/** Maximum mean distance, in OKLab, of the sides of a photo from a band that continues them. */
const sideDistanceMax = 0.09;
/** Width of the sides that are compared with the band, as a share of the photo. */
const sideShare = 0.02;

/** Returns a band from side to side of the canvas, if it continues the sides of the photo, and parts in its middle. */
function bandOf(
  box: Box,
  { format, photo }: Pick<LayoutInput, 'format' | 'photo'>,
): { color: string; parts: Box[] } | null {
  if (photo === null || box.x > 1 || box.x + box.width < format.width - 1) return null;
  const { color } = edgeColorOf(photo);
  const side = { y: 0, width: sideShare * photo.width, height: photo.height };
  const distances = [0, photo.width - side.width].map((x) => meanDistance(photo, { ...side, x }, color));
  if (Math.max(...distances) > sideDistanceMax) return null;
  const [from, to] = [box.width / box.height, photo.width / photo.height];
  const widths = steps
    .map((step) => box.height * from ** (1 - step) * to ** step)
    .filter((width) => width <= box.width);
  return { color, parts: widths.map((width) => placedIn(box, { width, height: box.height })) };
}

/** Returns smaller parts of a box that reach one edge of the canvas and both edges next to it. */
function partsAtEdges({ x, y, width, height }: Box, { format }: Pick<LayoutInput, 'format'>): Box[] {
  const [left, top] = [x <= 1, y <= 1];
  const [right, bottom] = [x + width >= format.width - 1, y + height >= format.height - 1];
  if (left && right && top !== bottom)
    return shares.map((share) => ({ x, y: top ? y : y + height * (1 - share), width, height: height * share }));
  if (top && bottom && left !== right)
    return shares.map((share) => ({ x: left ? x : x + width * (1 - share), y, width: width * share, height }));
  return [];
}

/** Returns boxes off the edges of the canvas, from the shape of the area to that of the photo. */
function cardsIn(box: Box, { format, photo }: Pick<LayoutInput, 'format' | 'photo'>): Box[] {
  const room = intersection(box, inset(wholeOf(format), format.margin));
  if (photo === null || room.width <= 0 || room.height <= 0) return [];
  const [from, to] = [room.width / room.height, photo.width / photo.height];
  const isStacked = box.x <= 1 && box.x + box.width >= format.width - 1;
  return steps.map((step) => {
    const ratio = from ** (1 - step) * to ** step;
    const width = Math.min(room.width, room.height * ratio);
    return placedIn(room, { width, height: width / ratio }, isStacked ? 0 : 1);
  });
}
