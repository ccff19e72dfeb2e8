import type { Box } from '../box.ts';
import { type Format, isAcross } from '../format.ts';
import { type FieldOptions, textsIn } from './field.ts';
import { type Ground, groundOf } from './grounds.ts';
import type { LayoutInput } from '../composition.ts';
import type { Scene } from '../scene.ts';
import { emptyScene, type Layout, wordiness, lit } from './layout.ts';
import { productColumn } from './product-column.ts';
import { productIn, withProduct, type Standing } from './product-place.ts';

/**
 * Layout with the cut-out product on a background in the brand's colours, and a quiet headline beside or above the
 * product.
 */
export const packshot: Layout = {
  name: 'packshot',
  suits: (_, { product }) => (product === null ? 0 : 1),
  draw(input) {
    const ground = groundOf(input.groundStyle, input.roles);
    return onGround(input, emptyScene('packshot', input.format, lit(input.format, ground)), ground);
  },
};

/** Adds the product and the texts to a scene that has its ground. */
export function onGround(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { product } = input;
  if (product === null) return null;
  const plan = planFor(input, product.width / product.height);
  if (plan === null) {
    const align = input.choose('packshot align', ['start', 'center'] as const);
    return productColumn(input, scene, { ground, align, boost: 0.95, mark: 'top' });
  }
  const placed = productIn(product, plan.thing, ground.color, plan);
  const words = textsIn(input, { ...plan.column, area: plan.text, ground });
  if (placed === null || words === null) return null;
  return withProduct(input, scene, { product: placed, words, ground: ground.color });
}

interface Plan extends Standing {
  text: Box;
  thing: Box;
  column: Pick<FieldOptions, 'mark' | 'align' | 'anchor' | 'boost'>;
}

/**
 * Ratio of width to height below which a product counts as upright. On a square canvas, an upright product is placed
 * beside the text.
 */
const uprightMax = 0.72;

function planFor(input: LayoutInput, productRatio: number): Plan | null {
  const { format } = input;
  const isWide = isAcross(format);
  if (input.noText) return alone(format, isWide);
  return isWide || (format.shape === 'square' && productRatio < uprightMax) ? beside(input) : null;
}

function alone({ safe, u, zones }: Format, isWide: boolean): Plan {
  const head = isWide ? 2 * u : zones === null ? 20 * u : 16 * u;
  const thing = { ...safe, y: safe.y + head, height: safe.height - head - (isWide ? u : 0) };
  return { text: safe, thing, standing: 1, column: { mark: 'top' } };
}

function beside(input: LayoutInput): Plan {
  const { safe, u, shape } = input.format;
  const usual = { banner: 0.38, square: 0.4, wide: 0.45, tall: 0.4, skyscraper: 0.4 }[shape];
  const share = wordiness(input) > 140 ? 0.34 : usual;
  const width = safe.width * share;
  const thing = { x: safe.x + safe.width - width, y: safe.y + u, width: width + 2 * u, height: safe.height - 2 * u };
  const text = { ...safe, width: safe.width - width - 4 * u };
  const isBanner = shape === 'banner';
  const column: Plan['column'] = isBanner
    ? { mark: 'aside', anchor: 'middle', boost: 1.1 }
    : { mark: 'top', anchor: 'bottom', boost: 0.95 };
  return { text, thing, standing: isBanner ? 0.5 : 0.9, column };
}
