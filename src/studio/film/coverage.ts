import type { Box } from '../box.ts';
import { roundedCoverage } from '../canvas/canvas.ts';

/** A rectangle with rounded corners that limits what is painted. */
export interface Shape extends Box {
  radius: number;
}

/** Range of samples in a row. `end` is exclusive. */
export interface Span {
  begin: number;
  end: number;
}

/**
 * Returns the samples of a row that are fully inside a shape. Sample `i` covers the square from (`i`, `row`) to (`i + 1`,
 * `row + 1`).
 */
export function fullSpan(shape: Shape, row: number): Span {
  const { x, y, width, height } = shape;
  if (row < y || row + 1 > y + height) return { begin: 0, end: 0 };
  const inset = Math.max(cornerInset(shape, row), cornerInset(shape, row + 1));
  return { begin: Math.ceil(x + inset), end: Math.floor(x + width - inset) };
}

/** Returns the samples of a row that may be partly or fully inside a shape. */
export function touchedSpan(shape: Shape, row: number): Span {
  const { x, y, width, height } = shape;
  if (row + 1 < y || row > y + height) return { begin: 0, end: 0 };
  const inset = Math.min(cornerInset(shape, row), cornerInset(shape, row + 1));
  return { begin: Math.floor(x + inset) - 1, end: Math.ceil(x + width - inset) + 1 };
}

/** Distance between the side of the shape and its outline at the height `y`; 0 between the round corners. */
function cornerInset({ y: top, width, height, radius }: Shape, y: number): number {
  const round = Math.min(radius, width / 2, height / 2);
  const depth = Math.max(0, top + round - y, y - (top + height - round));
  return round - Math.sqrt(Math.max(0, round * round - depth * depth));
}

/** Returns the share of a sample, 0 to 1, that is inside the shape. */
export function coverageAt(shape: Shape, column: number, row: number): number {
  const round = Math.min(shape.radius, shape.width / 2, shape.height / 2);
  return roundedCoverage(column + 0.5, row + 0.5, shape, round);
}

export const common = (a: Span, b: Span): Span => ({
  begin: Math.max(a.begin, b.begin),
  end: Math.min(a.end, b.end),
});
