export interface Size {
  width: number;
  height: number;
}

/**
 * Box in pixels of the canvas; `x` and `y` are the distances of its top left corner from the top left of the canvas.
 * Layouts assume left-to-right text; `mirrored` converts a scene for right-to-left text.
 */
export interface Box extends Size {
  x: number;
  y: number;
}

export type Edge = 'top' | 'bottom' | 'left' | 'right';

/** Returns the intersection of two boxes. Its width or height is 0 if the boxes do not meet. */
export function intersection(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** Returns the area of the intersection of two boxes. */
export function overlap(a: Box, b: Box): number {
  const { width, height } = intersection(a, b);
  return width * height;
}

/** Reports whether a box lies wholly inside the box `outer`. */
export function contains(outer: Box, { x, y, width, height }: Box): boolean {
  const isAcross = x >= outer.x && x + width <= outer.x + outer.width;
  return isAcross && y >= outer.y && y + height <= outer.y + outer.height;
}

export function inset(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, width: box.width - 2 * by, height: box.height - 2 * by };
}

/** Converts a box in pixels to parts of the width and height that surround it. */
export const partOf = (box: Box, { width, height }: Size): Box => ({
  x: box.x / width,
  y: box.y / height,
  width: box.width / width,
  height: box.height / height,
});
