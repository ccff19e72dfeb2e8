import type { Canvas } from '../canvas/canvas.ts';
import type { Proof, Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Least part of the canvas, in percent, that must be painted in an ad with text, a logo or a picture. Even a short name
 * in large type covers more.
 */
const contentMin = 0.5;
/**
 * Least part of the canvas, in percent, that must be painted in an ad of shapes alone. One dot on a plain background
 * covers less.
 */
const shapesMin = 12;

/** Least sum of the differences in red, green and blue at which two colours look different. */
const visibleDifference = 40;

/** Distance between two sampled pixels, in pixels. */
const stride = 3;

/**
 * Requires that an ad shows something. The value is the part of the canvas, in percent, that differs visibly from the
 * background.
 */
export const empty: Rule = {
  name: 'empty',
  check(proof) {
    const value = round(100 * paintedPart(proof.canvas));
    const limit = hasContent(proof) ? contentMin : shapesMin;
    return { check: 'empty', value, limit, passed: value >= limit };
  },
};

const hasContent = ({ scene, texts }: Proof): boolean =>
  texts.some(({ ink }) => ink !== null) ||
  scene.layers.some(({ kind }) => kind === 'photo' || kind === 'product' || kind === 'logo');

/** Returns the part of the sampled pixels that differ visibly from the most frequent colour, 0 to 1. */
function paintedPart(canvas: Canvas): number {
  const [red, green, blue] = groundOf(canvas);
  let [painted, count] = [0, 0];
  eachSample(canvas, (r, g, b) => {
    count += 1;
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) >= visibleDifference) painted += 1;
  });
  return count === 0 ? 0 : painted / count;
}

/**
 * Returns the number of a colour's bucket. Colours that agree in the upper five bits of each channel share a bucket and
 * count as one colour.
 */
const keyOf = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** Returns the most frequent colour of the canvas: the middle of the fullest of 32,768 buckets of similar colours. */
function groundOf(canvas: Canvas): [number, number, number] {
  const counts = new Uint32Array(32_768);
  eachSample(canvas, (r, g, b) => {
    const key = keyOf(r, g, b);
    counts[key] = (counts[key] ?? 0) + 1;
  });
  const fullest = counts.reduce((best, count, key) => (count > (counts[best] ?? 0) ? key : best), 0);
  return [((fullest >> 10) << 3) + 4, (((fullest >> 5) & 31) << 3) + 4, ((fullest & 31) << 3) + 4];
}

function eachSample({ pixels, width, height }: Canvas, visit: (r: number, g: number, b: number) => void): void {
  for (let y = 1; y < height; y += stride) {
    for (let at = (y * width + 1) * 3; at < (y + 1) * width * 3; at += stride * 3)
      visit(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
  }
}
