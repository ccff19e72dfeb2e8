import { hex, oklab, type Rgb } from '../color.ts';
import type { OpenPicture } from './open.ts';

export interface EdgeColor {
  /** Median colour of the outermost pixels, as `#rrggbb`. */
  color: string;
  /** True if nearly all of these pixels have this colour, so that a canvas of this colour continues the photo. */
  isPlain: boolean;
}

/** Number of points on each edge of the photo whose colour is read. */
const points = 64;
/** OKLab distance up to which two colours count as one: just distinguishable side by side. */
const sameMax = 0.035;
/** Minimum share of the points that must have the median colour. */
const plainMin = 0.9;

/** Measures the colour of a photo along its edges. */
export function edgeColorOf({ pixels, channels, width, height }: OpenPicture): EdgeColor {
  const at = (x: number, y: number): Rgb => {
    const from = (Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))) * channels;
    return [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0];
  };
  const along = Array.from({ length: points }, (_, i) => (i + 0.5) / points);
  const seen = along.flatMap((part) => [
    at(part * width, 1),
    at(part * width, height - 2),
    at(1, part * height),
    at(width - 2, part * height),
  ]);
  const middle: Rgb = [median(seen.map(([r]) => r)), median(seen.map(([, g]) => g)), median(seen.map(([, , b]) => b))];
  const [l, a, b] = oklab(...middle);
  const same = seen.filter((color) => {
    const other = oklab(...color);
    return Math.hypot(other[0] - l, other[1] - a, other[2] - b) <= sameMax;
  });
  return { color: hex(middle), isPlain: same.length >= plainMin * seen.length };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
