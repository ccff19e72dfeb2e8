import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Checks that the product is not cropped. The reported value is the largest part of the product's width or height, in
 * percent, that is outside the canvas.
 */
export const productWhole: Rule = ({ scene, canvas }) => {
  const product = scene.layers.find((layer) => layer.kind === 'product');
  if (product === undefined) return null;
  const { x, y, width, height } = product.box;
  const beyond = Math.max(
    -x / width,
    -y / height,
    (x + width - canvas.width) / width,
    (y + height - canvas.height) / height,
    0,
  );
  return { check: 'product_cropped', value: round(beyond * 100), limit: 0, passed: beyond <= 0.001 };
};
