import { upscaleMax } from '../photo/crop.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { Layer } from '../scene.ts';
import type { Box } from '../box.ts';

interface ProductOptions {
  /**
   * Share of the area to fill, 0 to 1, measured in the direction (width or height) in which the product fits more
   * tightly.
   */
  fill: number;
  standing: number;
  shadow: string | null;
}

/**
 * Minimum size of a product, as a fraction of the largest size that fits the area. A smaller product would be too small
 * as the main element of an ad.
 */
const fillMin = 0.3;

/** Places the product in an area. Returns null if the product would be too small as the main element of an ad. */
export function productIn(
  cutOut: CutOut,
  area: Box,
  options: ProductOptions,
): Extract<Layer, { kind: 'product' }> | null {
  if (area.width <= 0 || area.height <= 0) return null;
  const fitting = Math.min(area.width / cutOut.width, area.height / cutOut.height);
  const scale = Math.min(fitting * options.fill, cutOut.scale * upscaleMax);
  if (scale < fitting * fillMin) return null;
  const [width, height] = [cutOut.width * scale, cutOut.height * scale];
  const box = {
    x: area.x + (area.width - width) / 2,
    y: area.y + (area.height - height) * options.standing,
    width,
    height,
  };
  return { kind: 'product', box, cutOut, shadow: options.shadow };
}
