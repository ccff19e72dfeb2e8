import type { Box, Size } from '../box.ts';
import { summedArea } from './summed-area.ts';

/**
 * Weights of the cells of a grid over a picture, such as how much each cell belongs to the main subject. The class
 * returns the sum of the weights in any box from a summed-area table. A box is in fractions (0 to 1) of the picture and
 * need not end at the edges of cells.
 */
export class WeightGrid {
  readonly total: number;
  readonly #sums: Float64Array;
  readonly #size: Size;

  constructor(weights: Float32Array, size: Size) {
    this.#size = size;
    this.#sums = summedArea(weights, size);
    this.total = this.#sums.at(-1) ?? 0;
  }

  in(box: Box): number {
    const { width, height } = this.#size;
    const [left, right] = [box.x * width, (box.x + box.width) * width];
    const [top, bottom] = [box.y * height, (box.y + box.height) * height];
    return (
      this.#before(right, bottom) - this.#before(left, bottom) - this.#before(right, top) + this.#before(left, top)
    );
  }

  /**
   * Returns the largest possible sum of weights in a box, which is the number of its cells, because no weight is above
   * 1.
   */
  most(box: Box): number {
    return Math.max(1e-6, box.width * this.#size.width * box.height * this.#size.height);
  }

  share(box: Box): number {
    return this.in(box) / this.most(box);
  }

  #before(x: number, y: number): number {
    const { width, height } = this.#size;
    const [ax, ay] = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
    const [column, row] = [Math.min(width - 1, Math.floor(ax)), Math.min(height - 1, Math.floor(ay))];
    const sums = this.#sums;
    const first = row * (width + 1) + column;
    const [partX, partY] = [ax - column, ay - row];
    const upper = (sums[first] ?? 0) * (1 - partX) + (sums[first + 1] ?? 0) * partX;
    const lower = (sums[first + width + 1] ?? 0) * (1 - partX) + (sums[first + width + 2] ?? 0) * partX;
    return upper + (lower - upper) * partY;
  }
}
