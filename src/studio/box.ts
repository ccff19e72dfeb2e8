export interface Size {
  width: number;
  height: number;
}

/**
 * Rectangle on the canvas, in pixels. `x` and `y` are the distances of its top left corner from the top left corner of
 * the canvas. Layouts are designed for left-to-right text; `mirrored` converts them for right-to-left text.
 */
export interface Box extends Size {
  x: number;
  y: number;
}

export type Edge = 'top' | 'bottom' | 'left' | 'right';

export function intersection(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

export function overlap(a: Box, b: Box): number {
  const { width, height } = intersection(a, b);
  return width * height;
}

export function contains(outer: Box, { x, y, width, height }: Box): boolean {
  const isAcross = x >= outer.x && x + width <= outer.x + outer.width;
  return isAcross && y >= outer.y && y + height <= outer.y + outer.height;
}

export function inset(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, width: box.width - 2 * by, height: box.height - 2 * by };
}

export const partOf = (box: Box, { width, height }: Size): Box => ({
  x: box.x / width,
  y: box.y / height,
  width: box.width / width,
  height: box.height / height,
});

export const wholeOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

/** Lower edge of the lowest box, at least `least`. */
export const bottomOf = (boxes: readonly Box[], least = -Infinity): number =>
  Math.max(least, ...boxes.map((box) => box.y + box.height));

/** Right edge of the box that is furthest right, at least `least`. */
export const rightOf = (boxes: readonly Box[], least = -Infinity): number =>
  Math.max(least, ...boxes.map((box) => box.x + box.width));

/** Upper edge of the highest box, at most `most`. */
export const topOf = (boxes: readonly Box[], most = Infinity): number => Math.min(most, ...boxes.map(({ y }) => y));

/** Returns the smallest box that contains all of the given boxes, of which there is at least one. */
export function aroundAll(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), topOf(boxes)];
  return { x, y, width: rightOf(boxes) - x, height: bottomOf(boxes) - y };
}

/** Returns a box of a canvas of this width on the mirrored canvas. */
export const flipped = (box: Box, width: number): Box => ({ ...box, x: width - box.x - box.width });

/** Returns a box of a size within an area. `across` and `down` are the shares of the free space before it, 0 to 1. */
export const placedIn = (area: Box, { width, height }: Size, across = 0.5, down = 0.5): Box => ({
  x: area.x + (area.width - width) * across,
  y: area.y + (area.height - height) * down,
  width,
  height,
});

/** Returns the box around pixels of a picture, which are numbered row by row. */
export function boxOf(pixels: Iterable<number>, { width, height }: Size): Box {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (const at of pixels) {
    const x = at % width;
    const y = (at - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
