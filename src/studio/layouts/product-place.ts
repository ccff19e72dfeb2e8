import { upscaleMax } from '../photo/crop.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { Box, Layer } from '../scene.ts';

interface ProductOptions {
  /** Part of the area's tighter side it fills. */
  fill: number;
  /** Where spare height goes: 0 stands at the top, 1 at the foot. */
  standing: number;
  shadow: string | null;
}

/** Below this part of the area's tighter side a product is no subject any more. */
const fillMin = 0.3;

/** The product as large as the area and its own pixels allow; null where it would come out too small to carry the ad. */
export function productIn(cutOut: CutOut, area: Box, wish: ProductOptions): Extract<Layer, { kind: 'product' }> | null {
  if (area.width <= 0 || area.height <= 0) return null;
  const fitting = Math.min(area.width / cutOut.width, area.height / cutOut.height);
  const scale = Math.min(fitting * wish.fill, cutOut.scale * upscaleMax);
  if (scale < fitting * fillMin) return null;
  const [width, height] = [cutOut.width * scale, cutOut.height * scale];
  const box = {
    x: area.x + (area.width - width) / 2,
    y: area.y + (area.height - height) * wish.standing,
    width,
    height,
  };
  return { kind: 'product', box, cutOut, shadow: wish.shadow };
}
