import { type Box, intersection, overlap, wholeOf } from '../box.ts';
import type { Format } from '../format.ts';
import type { Layer, Scene } from '../scene.ts';

/** Maximum share of the safe area that may be empty, as a rule that is only broken if no layout keeps it. */
export const emptyMax = 0.35;

/** Returns the share of the safe area, 0 to 1, of the largest rectangle without a text, button, logo or picture. */
export function emptyIn({ texts, layers }: Scene, format: Format): number {
  const canvas = wholeOf(format);
  const boxes = layers.flatMap((layer) => {
    if (layer.kind === 'photo' || layer.kind === 'product') return [intersection(layer.box, canvas)];
    return isThing(layer) ? [layer.box] : [];
  });
  return emptyShare(format.safe, [...texts.map(({ box }) => box), ...boxes], aroundU * format.u);
}

type Boxed = Extract<Layer, { box: Box }>;

/** Reports whether a layer is a logo, a button or a badge. */
const isThing = (layer: Layer): layer is Boxed =>
  layer.kind === 'logo' || (layer.kind === 'fill' && (layer.element === 'button' || layer.element === 'badge'));

/** Distance around an element that is not empty, in u. */
const aroundU = 2.5;

/** Cells of the grid along each side of the area. */
const cells = 24;

/**
 * Returns the share of an area, 0 to 1, that the largest rectangle without any of the boxes has. The boxes are enlarged
 * by `around` pixels, because the room between things that belong together is not empty. Measured on a grid.
 */
export function emptyShare(area: Box, boxes: readonly Box[], around: number): number {
  const [width, height] = [area.width / cells, area.height / cells];
  const grown = boxes.map((box) => ({
    x: box.x - around,
    y: box.y - around,
    width: box.width + 2 * around,
    height: box.height + 2 * around,
  }));
  const isEmpty = (x: number, y: number) => {
    const cell = { x: area.x + x * width, y: area.y + y * height, width, height };
    return grown.every((box) => overlap(box, cell) < 0.5 * width * height);
  };
  let largest = 0;
  const heights = new Array<number>(cells).fill(0);
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) heights[x] = isEmpty(x, y) ? (heights[x] ?? 0) + 1 : 0;
    largest = Math.max(largest, largestUnder(heights));
  }
  return largest / (cells * cells);
}

/** Returns the area of the largest rectangle under a histogram. */
function largestUnder(heights: readonly number[]): number {
  let largest = 0;
  heights.forEach((_, from) => {
    let low = Infinity;
    for (let to = from; to < heights.length; to++) {
      low = Math.min(low, heights[to] ?? 0);
      largest = Math.max(largest, low * (to - from + 1));
    }
  });
  return largest;
}
