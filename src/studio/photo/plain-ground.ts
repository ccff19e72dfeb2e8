import { oncePer } from '../../domain/once.ts';
import { hex, oklab } from '../color.ts';
import type { OpenPicture } from './open.ts';

/** Width of the rim that is measured, as a share of the shorter side of the picture. */
const rimShare = 0.02;
/** Difference (OKLab) from the usual colour of the rim that the eye hardly sees at the edge of the picture. */
const alikeMax = 0.035;
/** Minimum share of the rim that has the usual colour. */
const alikeMin = 0.88;
/** Distance between two measured pixels, along each side. */
const step = 3;

/**
 * Returns the colour of the ground of a picture if its whole rim has this colour, such as a packshot on white; else
 * null. On a canvas of the same colour, the edges of such a picture are invisible.
 */
export const plainGround = oncePer((picture: OpenPicture): string | null => {
  const rim = rimOf(picture);
  if (rim.some(([, , , alpha = 255]) => alpha < 250)) return null;
  const middle = [0, 1, 2].map((channel) => median(rim.map((pixel) => pixel[channel] ?? 0)));
  const [red = 0, green = 0, blue = 0] = middle;
  const usual = oklab(red, green, blue);
  const alike = rim.filter(([r = 0, g = 0, b = 0]) => {
    const lab = oklab(r, g, b);
    return Math.hypot(lab[0] - usual[0], lab[1] - usual[1], lab[2] - usual[2]) <= alikeMax;
  });
  return alike.length >= alikeMin * rim.length ? hex([red, green, blue]) : null;
});

function rimOf({ pixels, channels, width, height }: OpenPicture): number[][] {
  const wide = Math.max(1, Math.round(rimShare * Math.min(width, height)));
  const rim: number[][] = [];
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      const isRim = x < wide || y < wide || x >= width - wide || y >= height - wide;
      if (isRim) rim.push([...pixels.subarray((y * width + x) * channels, (y * width + x) * channels + channels)]);
    }
  return rim;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
