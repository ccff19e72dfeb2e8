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

/** A sample that is partly inside, with the share of it that is inside. */
export interface PartlyInside {
  at: number;
  share: number;
}

/** Samples of a row that are inside all of several shapes. */
export interface RowMask {
  full: Span;
  partly: readonly PartlyInside[];
}

/** Returns which samples of a row, among those in `within`, are inside all shapes. */
export function maskOf(shapes: readonly Shape[], row: number, within: Span): RowMask {
  const touched = shapes.reduce((so, shape) => common(so, touchedSpan(shape, row)), within);
  const inside = shapes.reduce((so, shape) => common(so, fullSpan(shape, row)), within);
  const full = inside.begin < inside.end ? inside : { begin: touched.end, end: touched.end };
  const partly: PartlyInside[] = [];
  const add = (at: number): void => {
    const share = shapes.reduce((so, shape) => so * coverageAt(shape, at, row), 1);
    if (share > 0) partly.push({ at, share });
  };
  for (let at = touched.begin; at < full.begin; at++) add(at);
  for (let at = full.end; at < touched.end; at++) add(at);
  return { full, partly };
}

/** Returns the rows in which all shapes have the same outline, because they are between the round corners. */
export function straightRows(shapes: readonly Shape[]): Span {
  return shapes.reduce<Span>(
    (so, shape) => {
      const round = roundOf(shape);
      return common(so, { begin: Math.ceil(shape.y + round), end: Math.floor(shape.y + shape.height - round) });
    },
    { begin: -Infinity, end: Infinity },
  );
}

const roundOf = ({ radius, width, height }: Shape): number => Math.min(radius, width / 2, height / 2);

/**
 * Returns the samples of a row that are fully inside a shape. Sample `i` covers the square from (`i`, `row`) to (`i + 1`,
 * `row + 1`).
 */
function fullSpan(shape: Shape, row: number): Span {
  const { x, y, width, height } = shape;
  if (row < y || row + 1 > y + height) return { begin: 0, end: 0 };
  const inset = Math.max(cornerInset(shape, row), cornerInset(shape, row + 1));
  return { begin: Math.ceil(x + inset), end: Math.floor(x + width - inset) };
}

/** Returns the samples of a row that may be partly or fully inside a shape. */
function touchedSpan(shape: Shape, row: number): Span {
  const { x, y, width, height } = shape;
  if (row + 1 < y || row > y + height) return { begin: 0, end: 0 };
  const inset = Math.min(cornerInset(shape, row), cornerInset(shape, row + 1));
  return { begin: Math.floor(x + inset) - 1, end: Math.ceil(x + width - inset) + 1 };
}

/** Distance between the side of the shape and its outline at the height `y`; 0 between the round corners. */
function cornerInset(shape: Shape, y: number): number {
  const round = roundOf(shape);
  const depth = Math.max(0, shape.y + round - y, y - (shape.y + shape.height - round));
  return round - Math.sqrt(Math.max(0, round * round - depth * depth));
}

/** Returns the share of a sample, 0 to 1, that is inside the shape. */
function coverageAt(shape: Shape, column: number, row: number): number {
  return roundedCoverage(column + 0.5, row + 0.5, shape, roundOf(shape));
}

const common = (a: Span, b: Span): Span => ({
  begin: Math.max(a.begin, b.begin),
  end: Math.min(a.end, b.end),
});
