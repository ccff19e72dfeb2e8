import { bottomOf } from '../../../box.ts';
import { joined, type Scene, thingsOf } from '../../../scene.ts';
import { groundOf } from '../../../layouts/grounds.ts';
import { emptyScene, flat } from '../../../layouts/layout.ts';
import { productIn } from '../../../layouts/product-place.ts';
import type { LayoutInput } from '../../../composition.ts';
import { alignFor, wordsIn } from './words.ts';

/** Number of copies of the product. The outer copies extend beyond the canvas. */
const copies = 3;

/** Ratio of width to height above which three products side by side would be too small. */
const uprightMax = 0.8;

/**
 * Draws a row of copies of the product, which passes by under the text. Even a small picture of the product looks good
 * in this layout.
 */
export function paradeShot(input: LayoutInput): Scene | null {
  const { format, product } = input;
  if (
    product === null ||
    input.captionPlace !== null ||
    format.shape === 'wide' ||
    product.width > uprightMax * product.height
  )
    return null;
  const ground = groundOf(input.choose('parade ground', ['loud', 'tinted', 'quiet'] as const), input.roles, 0.2);
  const { safe, u, width } = format;
  const area = { ...safe, height: safe.height * 0.42 };
  const words = wordsIn(input, { area, ground, anchor: 'top', align: alignFor(input), boost: 1.1 });
  if (words === null) return null;
  const y = bottomOf(thingsOf(words), safe.y) + 5 * u;
  const room = { x: width * 0.24, y, width: width * 0.52, height: input.floor - y };
  const middle = productIn(product, room, ground.color);
  if (middle === null) return null;
  const scene = emptyScene('parade', format, flat(format, ground.color));
  const gap = middle.box.width + 6 * u;
  for (let i = 0; i < copies; i++) {
    const x = middle.box.x + (i - (copies - 1) / 2) * gap;
    scene.layers.push({ ...middle, box: { ...middle.box, x } });
  }
  return joined(scene, words);
}
