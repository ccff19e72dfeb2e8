import { upscaleMax } from '../photo/crop.ts';
import type { CutOut } from '../photo/cut-out.ts';
import { vanishesOn } from '../photo/outline-colors.ts';
import { joined, type LayerOf, type Scene, thingsOf } from '../scene.ts';
import { type Box, placedIn } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { backdrop } from './backdrop.ts';
import { shadowOn } from './grounds.ts';

export interface Standing {
  /** Vertical position of the product in its area, from 0 (top) to 1 (bottom). */
  standing: number;
  /** Share of the area to fill, 0 to 1, in the direction in which the product fits more tightly. Default: 1. */
  fill?: number;
}

/**
 * Minimum size of a product, as a fraction of the largest size that fits the area. A smaller product would be too small
 * as the main element of an ad.
 */
const fillMin = 0.3;

/**
 * Places the product in an area, with its shadow on a ground of this colour. Returns null if it would be too small, or
 * if its outline would vanish on the ground.
 */
export function productIn(
  cutOut: CutOut,
  area: Box,
  ground: string,
  { standing, fill = 1 }: Standing = { standing: 1 },
): LayerOf<'product'> | null {
  if (area.width <= 0 || area.height <= 0 || vanishesOn(cutOut, ground)) return null;
  const fitting = Math.min(area.width / cutOut.width, area.height / cutOut.height);
  const scale = Math.min(fitting * fill, cutOut.scale * upscaleMax);
  if (scale < fitting * fillMin) return null;
  const size = { width: cutOut.width * scale, height: cutOut.height * scale };
  const box = placedIn(area, size, 0.5, standing);
  return { kind: 'product', box, cutOut, shadow: cutOut.ownGround === undefined ? shadowOn(ground) : null };
}

/** Adds a product with the shape behind it, and the texts next to it. */
export function withProduct(
  input: LayoutInput,
  scene: Scene,
  { product, words, ground }: { product: LayerOf<'product'>; words: Scene; ground: string },
): Scene {
  const { box, cutOut } = product;
  if (cutOut.ownGround === undefined)
    scene.layers.push(...backdrop(input, { product: box, cutOut, ground, clear: thingsOf(words) }));
  scene.layers.push(product);
  return joined(scene, words);
}
