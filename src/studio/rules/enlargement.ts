import { enlargement as ofPhoto, upscaleMax, upscaleMaxOf } from '../photo/crop.ts';
import type { Layer } from '../scene.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

interface Enlarged {
  factor: number;
  limit: number;
}

/**
 * Checks that no photo is enlarged to more than twice its original size in pixels, and no product, screenshot or poster
 * to more than 1.5 times, because it would look blurred. Reports the picture that is nearest to its limit.
 */
export const enlargement: Rule = ({ scene }) => {
  const found = scene.layers.flatMap(enlarged).toSorted((a, b) => b.factor / b.limit - a.factor / a.limit);
  const [worst] = found;
  if (worst === undefined) return null;
  const { factor, limit } = worst;
  return { check: 'enlargement', value: round(factor), limit, passed: factor <= limit + 0.01 };
};

function enlarged(layer: Layer): Enlarged[] {
  if (layer.kind === 'product')
    return [{ factor: layer.box.width / (layer.cutOut.width * layer.cutOut.scale), limit: upscaleMax }];
  if (layer.kind !== 'photo') return [];
  return [{ factor: ofPhoto(layer.picture, layer.crop, layer.box), limit: upscaleMaxOf(layer.picture) }];
}
