import { type Box, boxOf, partOf, type Size } from '../box.ts';
import { spread } from './spread.ts';

/** Weight from which a cell belongs to an object, 0 to 1. */
const weightMin = 0.5;
/** Minimum part (0 to 1) of the picture that an object covers. */
const partMin = 0.004;

/**
 * Returns the boxes around the connected parts of a subject, in fractions of the picture, the largest first. `weights`
 * are those of the cells of a grid over the picture, 0 to 1.
 */
export function objectsIn(weights: Float32Array, size: Size): Box[] {
  return connected(weights, size, weightMin)
    .filter(({ cells }) => cells >= partMin * weights.length)
    .map(({ box }) => box);
}

/** A connected part of a grid: the number of its cells, and the box around them in fractions of the grid. */
export interface Connected {
  cells: number;
  box: Box;
}

/** Returns the connected parts of a grid whose cells have at least a value, the largest first. */
export function connected(values: ArrayLike<number>, size: Size, least: number): Connected[] {
  const left = Uint8Array.from(values, (value) => (value >= least ? 1 : 0));
  const queue = new Uint32Array(left.length);
  const take = (at: number) => {
    if (left[at] === 0) return false;
    left[at] = 0;
    return true;
  };
  const parts: Connected[] = [];
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0) continue;
    const cells = spread(size, [start], take, queue);
    parts.push({ cells: cells.length, box: partOf(boxOf(cells, size), size) });
  }
  return parts.sort((a, b) => b.cells - a.cells);
}
