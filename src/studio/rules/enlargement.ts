import { enlargement as ofPhoto, upscaleMax } from '../photo/crop.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Checks that no photo or product is enlarged to more than 1.5 times its original size in pixels, because it would look
 * blurred.
 */
export const enlargement: Rule = ({ scene }) => {
  const factors = scene.layers.flatMap((layer) => {
    if (layer.kind === 'photo') return [ofPhoto(layer.picture, layer.crop, layer.box)];
    if (layer.kind === 'product') return [layer.box.width / (layer.cutOut.width * layer.cutOut.scale)];
    return [];
  });
  if (factors.length === 0) return null;
  const most = Math.max(...factors);
  return { check: 'enlargement', value: round(most), limit: upscaleMax, passed: most <= upscaleMax + 0.01 };
};
