import type { Box } from '../box.ts';
import { hex, oklab, rgb, type Rgb } from '../color.ts';
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

type Pixels = Pick<OpenPicture, 'pixels' | 'channels' | 'width' | 'height'>;

function colorAt({ pixels, channels, width, height }: Pixels, x: number, y: number): Rgb {
  const within = (at: number, side: number): number => Math.min(side - 1, Math.max(0, Math.floor(at)));
  const from = (within(y, height) * width + within(x, width)) * channels;
  return [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0];
}

/** Number of points across and down a part of a photo that are compared with a colour. */
const grid = 24;

/** Returns the mean OKLab distance of a part of a photo, in pixels of the photo, from a colour. */
export function meanDistance(photo: Pixels, part: Box, color: string): number {
  const [l, a, b] = oklab(...rgb(color));
  const steps = Array.from({ length: grid }, (_, at) => (at + 0.5) / grid);
  const distances = steps.flatMap((down) =>
    steps.map((across) => {
      const seen = oklab(...colorAt(photo, part.x + across * part.width, part.y + down * part.height));
      return Math.hypot(seen[0] - l, seen[1] - a, seen[2] - b);
    }),
  );
  return distances.reduce((sum, each) => sum + each, 0) / distances.length;
}

/** Measures the colour of a photo along its edges. */
export function edgeColorOf(photo: Pixels): EdgeColor {
  const { width, height } = photo;
  const at = (x: number, y: number): Rgb => colorAt(photo, x, y);
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
