import { enlargement as ofPhoto, upscaleMax } from '../photo/crop.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/** Requires that no photo or product is enlarged beyond 1.5 times its own pixels, so that it stays sharp. */
export const enlargement: Rule = {
  name: 'enlargement',
  check({ scene }) {
    const factors = scene.layers.flatMap((layer) => {
      if (layer.kind === 'photo') return [ofPhoto(layer.picture, layer.crop, layer.box)];
      if (layer.kind === 'product') return [layer.box.width / (layer.cutOut.width * layer.cutOut.scale)];
      return [];
    });
    if (factors.length === 0) return null;
    const most = Math.max(...factors);
    return { check: 'enlargement', value: round(most), limit: upscaleMax, passed: most <= upscaleMax + 0.01 };
  },
};
