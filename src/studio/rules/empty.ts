import { atLeast } from './limits.ts';
import { overlap } from '../box.ts';
import type { Canvas } from '../canvas/canvas.ts';
import type { Proof, Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Minimum share of the canvas, in percent, that must differ from the background in an ad with a text, a logo or a
 * picture. Even a short brand name in large type covers more.
 */
const contentMin = 0.5;
/**
 * Minimum share of the canvas, in percent, that must differ from the background in an ad of plain shapes. A single dot
 * on a plain background covers less and fails the quality check.
 */
const shapesMin = 12;

/**
 * Minimum difference at which two colours look different. The difference is the sum of the differences in red, green
 * and blue, each 0 to 255.
 */
const visibleDifference = 40;

const stride = 3;

/**
 * Checks that an ad is not empty. The reported value is the share of the canvas, in percent, that visibly differs from
 * the background.
 */
export const empty: Rule = (proof) => {
  const value = round(100 * Math.max(paintedPart(proof.canvas), picturePart(proof)));
  const limit = hasContent(proof) ? contentMin : shapesMin;
  return atLeast('empty', value, limit);
};

/** Returns the share of the canvas that a picture covers. A picture in one colour is not empty. */
function picturePart({ scene, canvas }: Proof): number {
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  const shares = scene.layers.map((layer) =>
    layer.kind === 'photo' || layer.kind === 'product' ? overlap(layer.box, whole) / (whole.width * whole.height) : 0,
  );
  return Math.max(0, ...shares);
}

const hasContent = ({ scene, texts }: Proof): boolean =>
  texts.some(({ ink }) => ink !== null) ||
  scene.layers.some(({ kind }) => kind === 'photo' || kind === 'product' || kind === 'logo');

function paintedPart(canvas: Canvas): number {
  const [red, green, blue] = groundOf(canvas);
  let [painted, count] = [0, 0];
  eachSample(canvas, (r, g, b) => {
    count += 1;
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) >= visibleDifference) painted += 1;
  });
  return count === 0 ? 0 : painted / count;
}

const keyOf = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

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
