import type { Box } from '../../box.ts';
import { groundOf, litGround, shadowOn } from '../../layouts/grounds.ts';
import { textField } from '../../layouts/field.ts';
import { emptyScene, type LayoutInput } from '../../layouts/layout.ts';
import { thingsOf } from '../../layouts/product-column.ts';
import { upscaleMax } from '../../photo/crop.ts';
import type { Scene } from '../../scene.ts';

/** Length of the product compared with the area in which its main part is visible. */
const enlargementWanted = 1.45;
/** Minimum enlargement. Less would look like a product that is cropped by accident. */
const enlargementMin = 1.18;

/** Layout with a detail of the product that extends beyond two edges of the canvas, and the text on the free side. */
export function closeUp(input: LayoutInput): Scene | null {
  const { product, format } = input;
  if (product === null) return null;
  const scene = emptyScene('close-up', format);
  const ground = groundOf(input.choose('close-up ground', ['loud', 'tinted', 'quiet'] as const), input.roles, 0.18);
  const whole = { x: 0, y: 0, width: format.width, height: format.height };
  scene.layers.push({ kind: 'gradient', box: whole, ...litGround(ground), toward: 'center' });
  const words = emptyScene('', format);
  const { safe } = format;
  const isWide = format.shape === 'wide';
  const area = isWide ? { ...safe, width: safe.width * 0.46 } : { ...safe, height: safe.height * 0.4 };
  const anchor = isWide ? 'middle' : 'top';
  if (textField(input, words, { area, ground, mark: null, anchor, boost: 0.95 }) === null) return null;
  const visible = freeArea(input, words);
  const fit = Math.max(visible.width / product.width, visible.height / product.height);
  const smallest = Math.min(visible.width / product.width, visible.height / product.height);
  const scale = Math.min(fit * 1.05, smallest * enlargementWanted, product.scale * upscaleMax);
  if (scale < smallest * enlargementMin) return null;
  const [width, height] = [product.width * scale, product.height * scale];
  // The detail keeps the upper part of the product, where its name and its shape usually are.
  const box = {
    x: visible.x + (visible.width - width) * (width > visible.width ? 0.35 : 0.5),
    y: height > visible.height ? visible.y + (isWide ? format.u * 6 : 0) : visible.y + (visible.height - height) / 2,
    width,
    height,
  };
  if (!isWide && width > visible.width) box.x = Math.max(box.x, 4 * format.u);
  scene.layers.push({ kind: 'product', box, cutOut: product, shadow: height > visible.height ? null : shadowOn(ground.color) });
  scene.layers.push(...words.layers);
  scene.texts.push(...words.texts);
  scene.dropped.push(...words.dropped);
  return scene;
}

function freeArea({ format }: LayoutInput, words: Scene): Box {
  const { width, height, safe, u } = format;
  const boxes = thingsOf(words);
  if (format.shape === 'wide') {
    const x = Math.max(safe.x, ...boxes.map((box) => box.x + box.width)) + 5 * u;
    return { x, y: 0, width: width - x, height };
  }
  const y = Math.max(safe.y, ...boxes.map((box) => box.y + box.height)) + 5 * u;
  return { x: 0, y, width, height: height - y };
}
