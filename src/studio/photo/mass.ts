import type { Box, Size } from '../scene.ts';

/** How much of something lies in any box, from sums made once; boxes in parts of the picture, 0 to 1, whole cells or not. */
export class Mass {
  readonly total: number;
  readonly #sums: Float64Array;
  readonly #size: Size;

  constructor(weights: Float32Array, size: Size) {
    this.#size = size;
    const stride = size.width + 1;
    const sums = new Float64Array(stride * (size.height + 1));
    for (let y = 0; y < size.height; y++) {
      let row = 0;
      for (let x = 0; x < size.width; x++) {
        row += weights[y * size.width + x] ?? 0;
        sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
      }
    }
    this.#sums = sums;
    this.total = sums.at(-1) ?? 0;
  }

  in(box: Box): number {
    const { width, height } = this.#size;
    const [left, right] = [box.x * width, (box.x + box.width) * width];
    const [top, bottom] = [box.y * height, (box.y + box.height) * height];
    return (
      this.#before(right, bottom) - this.#before(left, bottom) - this.#before(right, top) + this.#before(left, top)
    );
  }

  /** The most a box could hold. */
  most(box: Box): number {
    return Math.max(1e-6, box.width * this.#size.width * box.height * this.#size.height);
  }

  /** What a box holds of the most it could. */
  share(box: Box): number {
    return this.in(box) / this.most(box);
  }

  /** The mass above and to the left of a point, read between the sums. */
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
