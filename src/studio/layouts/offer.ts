import { joined } from '../scene.ts';
import type { Copy } from '../brief.ts';
import type { Box } from '../box.ts';
import { type Format, isAcross } from '../format.ts';
import { type FieldOptions, textsIn } from './field.ts';
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
    heroOf(brief.copy) === null || (photo !== null && product === null) ? 0 : 1.25,
  draw(input) {
    const { format, product } = input;
    const hero = heroOf(input.type.texts);
    if (hero === null || input.noText) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.2);
    const scene = emptyScene('offer', format, flat(format, ground.color));
    const boost = 0.62;
    if (product !== null && !isAcross(format))
      return productColumn(input, scene, { ground, align: 'start', boost, hero, mark: 'top' });
    const plan = product === null ? plain(format) : withPlace(format);
    const words = textsIn(input, { ...plan.column, area: plan.text, ground, boost, hero });
    if (words === null) return null;
    if (product === null) return joined(scene, words);
    const placed = productIn(product, plan.thing, ground.color, { standing: 0.6 });
    return placed === null ? null : withProduct(input, scene, { product: placed, words, ground: ground.color });
  },
};

const heroLengthMax = 18;

/**
 * Returns which text is the main element of the ad: the price or, if it does not qualify, the offer. A text qualifies
 * if it is short and contains a digit. Returns null if neither text qualifies.
 */
export function heroOf({ price, offer: text }: Pick<Copy, 'price' | 'offer'>): 'price' | 'offer' | null {
  if (price !== '' && price.length <= heroLengthMax && /\p{N}/u.test(price)) return 'price';
  return text !== '' && text.length <= heroLengthMax && /\p{N}/u.test(text) ? 'offer' : null;
}

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
  const width = safe.width * (shape === 'banner' ? 0.34 : 0.42);
  const thing = { ...safe, x: safe.x + safe.width - width, width };
  const text = { ...safe, width: safe.width - width - 4 * u };
  return { ...plain(format), text, thing };
}
