import { joined } from '../scene.ts';
import type { Box } from '../box.ts';
import type { Format } from '../format.ts';
import { type FieldOptions, textsIn } from './field.ts';
import { heroIn, heroOfBrief } from './hero.ts';
import { isBeside } from './divided.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { productColumn } from './product-column.ts';
import { productIn, withProduct } from './product-place.ts';

/**
 * Layout with a price or percentage in very large type as the main element, and the product, if there is one, beside or
 * below the text.
 */
export const offer: Layout = {
  name: 'offer',
  suits: (brief, { photo, product }) =>
    heroOfBrief(brief) === null || (photo !== null && product === null) ? 0 : 1.25,
  draw(input) {
    const { format, product } = input;
    const hero = heroIn(input.type.texts, input);
    if (hero === null || input.noText) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('offer', format, flat(format, ground.color));
    const boost = 0.62;
    if (product !== null && !isBeside(input))
      return productColumn(input, scene, { ground, align: 'start', boost, hero, mark: 'top' });
    const plan = product === null ? plain(format) : withPlace(format);
    const words = textsIn(input, { ...plan.column, area: plan.text, ground, boost, hero });
    if (words === null) return null;
    if (product === null) return joined(scene, words);
    const placed = productIn(product, plan.thing, ground.color, { standing: 0.6 });
    return placed === null ? null : withProduct(input, scene, { product: placed, words, ground: ground.color });
  },
};

interface Plan {
  text: Box;
  thing: Box;
  column: Pick<FieldOptions, 'mark' | 'anchor'>;
}

function plain({ safe, shape }: Format): Plan {
  const column: Plan['column'] =
    shape === 'banner' ? { mark: 'aside', anchor: 'middle' } : { mark: 'top', anchor: 'bottom' };
  return { text: safe, thing: safe, column };
}

function withPlace(format: Format): Plan {
  const { safe, u, shape } = format;
  const width = safe.width * (shape === 'banner' ? 0.34 : shape === 'square' ? 0.36 : 0.42);
  const thing = { ...safe, x: safe.x + safe.width - width, width };
  const text = { ...safe, width: safe.width - width - 4 * u };
  return { ...plain(format), text, thing };
}
