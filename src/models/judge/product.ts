import type { Mask } from '../../cutout/port.ts';
import type { Box } from '../../studio/box.ts';
import { objectsIn } from '../../studio/photo/objects.ts';
import { likeness, likenessMin, type Portrait, portraitOf } from './likeness.ts';

/** Number of objects of a picture that are compared with the product, the largest first. */
const objectsMax = 4;

/**
 * Returns why a picture does not show a product once and as it is. `mask` shows the objects in the picture. Other objects
 * may stand next to the product.
 *
 * Measured with masks of the installed network on 31 products: placed into a photo of dunes, 29 are fit, in dark and warm
 * light 28; on a table with other things, which partly touch them, 20. Of 30 scenes with another product, 1 is fit. Of 31
 * scenes with the product twice, 2 are.
 */
export async function productFaults(file: Buffer, mask: Mask, reference: Portrait): Promise<string[]> {
  const weights = Float32Array.from(mask.values, (value) => value / 255);
  const boxes = objectsIn(weights, mask).slice(0, objectsMax);
  const masks = boxes.length > 1 ? [mask, ...boxes.map((box) => within(mask, box))] : [mask];
  const alike: boolean[] = [];
  for (const each of masks) {
    const portrait = await portraitOf(file, each);
    alike.push(portrait !== null && likeness(reference, portrait) >= likenessMin);
  }
  const [, ...objects] = alike;
  if (!alike.includes(true)) return ['the product does not keep its looks'];
  return objects.filter(Boolean).length > 1 ? ['the product is in the picture more than once'] : [];
}

/** Returns the part of a mask in a box, which is in fractions (0 to 1) of the picture. */
function within({ values, width, height }: Mask, box: Box): Mask {
  const isInside = (at: number): boolean => {
    const [x, y] = [((at % width) + 0.5) / width - box.x, (Math.floor(at / width) + 0.5) / height - box.y];
    return x >= 0 && x <= box.width && y >= 0 && y <= box.height;
  };
  return { values: values.map((value, at) => (isInside(at) ? value : 0)), width, height };
}
