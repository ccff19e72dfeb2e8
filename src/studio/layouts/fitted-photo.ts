import { type Box, inset, intersection, placedIn, wholeOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import type { LayerOf } from '../scene.ts';

type Photo = LayerOf<'photo'>;

/** Shares of the height or width of a box that are tried for a photo that stays at the edge of the canvas. */
const shares = [0.92, 0.84, 0.76, 0.68, 0.6] as const;
/** Steps from the shape of the area to the shape of the photo that are tried for a card. The last shows all of it. */
const steps = [0.25, 0.5, 0.75, 1] as const;

/**
 * Returns a photo in the largest part of a box in which it keeps its subject: a part that reaches the same edges of the
 * canvas, else a card off all edges. `photoIn` returns the photo in a part, or null if the photo does not suit it.
 */
export function fittedPhoto(
  input: Pick<LayoutInput, 'format' | 'photo' | 'tone'>,
  box: Box,
  { areaMin, photoIn }: { areaMin: number; photoIn: (part: Box, radius: number) => Photo | null },
): Photo | null {
  const { format, tone } = input;
  const canvas = format.width * format.height;
  const cardRadius = tone === 'elegant' || tone === 'bold' ? 0 : 3.2 * format.u;
  const tries = [
    ...partsAtEdges(box, input).map((part) => ({ part, radius: 0 })),
    ...cardsIn(box, input).map((part) => ({ part, radius: cardRadius })),
  ].filter(({ part: { width, height } }) => width > 0 && height > 0 && width * height >= areaMin * canvas);
  for (const { part, radius } of tries) {
    const photo = photoIn(part, radius);
    if (photo !== null) return photo;
  }
  return null;
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
