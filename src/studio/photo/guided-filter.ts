import type { Size } from '../box.ts';
import { summedArea } from './summed-area.ts';

/**
 * Moves the edges of a mask to the edges of its guide (He, Sun and Tang, "Guided Image Filtering", ECCV 2010). Both
 * have values from 0 to 1. `radius` is in pixels.
 */
export function guidedFilter(
  mask: Float32Array,
  guide: Float32Array,
  size: Size,
  { radius, epsilon }: { radius: number; epsilon: number },
): Float32Array {
  const mean = (values: Float32Array): Float32Array => boxMean(values, size, radius);
  const product = (a: Float32Array, b: Float32Array) => a.map((value, at) => value * (b[at] ?? 0));
  const [meanGuide, meanMask] = [mean(guide), mean(mask)];
  const [meanSquare, meanProduct] = [mean(product(guide, guide)), mean(product(guide, mask))];
  const slope = meanGuide.map((of, at) => {
    const variance = (meanSquare[at] ?? 0) - of * of;
    return ((meanProduct[at] ?? 0) - of * (meanMask[at] ?? 0)) / (variance + epsilon);
  });
  const offset = slope.map((of, at) => (meanMask[at] ?? 0) - of * (meanGuide[at] ?? 0));
  const [meanSlope, meanOffset] = [mean(slope), mean(offset)];
  return guide.map((of, at) => Math.min(1, Math.max(0, (meanSlope[at] ?? 0) * of + (meanOffset[at] ?? 0))));
}

function boxMean(values: Float32Array, size: Size, radius: number): Float32Array {
  const { width, height } = size;
  const sums = summedArea(values, size);
  const stride = width + 1;
  const means = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius) * stride, Math.min(height, y + radius + 1) * stride];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const sum =
        (sums[bottom + right] ?? 0) - (sums[bottom + left] ?? 0) - (sums[top + right] ?? 0) + (sums[top + left] ?? 0);
      means[y * width + x] = (sum * stride) / ((right - left) * (bottom - top));
    }
  }
  return means;
}
