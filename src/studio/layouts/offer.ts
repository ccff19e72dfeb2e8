import type { Copy } from '../brief.ts';
import type { Box } from '../box.ts';
import type { Format } from '../format.ts';
import { backdrop } from './backdrop.ts';
import { type FieldOptions, textField } from './field.ts';
import { groundOf, shadowOn } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { productColumn, thingsOf } from './product-column.ts';
import { productIn } from './product-place.ts';

/**
 * Layout with a price or percentage in very large type as the main element, and the product, if there is one, beside or
 * below the text.
 */
export const offer: Layout = {
  name: 'offer',
  suits: (brief, { photo }) => (heroOf(brief.copy) === null ? 0 : photo === null ? 1.25 : 0.9),
  draw(input) {
    const { format, product } = input;
    const hero = heroOf(input.type.texts);
    if (hero === null || input.noText) return null;
    const scene = emptyScene('offer', format);
    const ground = groundOf(input.choose('offer ground', ['loud', 'tinted', 'loud'] as const), input.roles, 0.2);
    scene.layers.push(flat(format, ground.color));
    const boost = 0.62;
    const isWide = format.shape === 'wide' || format.shape === 'banner';
    if (product !== null && !isWide)
      return productColumn(input, scene, { ground, align: 'start', boost, hero, mark: 'top' });
    const plan = product === null ? plain(format) : withProduct(format);
    const words = emptyScene('', format);
    const column = textField(input, words, { ...plan.column, area: plan.text, ground, boost, hero });
    if (column === null) return null;
    if (product !== null) {
      const shadow = shadowOn(ground.color);
      const placed = productIn(product, plan.thing, { fill: 1, standing: 0.6, shadow });
      if (placed === null) return null;
      const shape = { product: placed.box, cutOut: product, ground: ground.color, clear: thingsOf(words) };
      scene.layers.push(...backdrop(input, shape), placed);
    }
    scene.layers.push(...words.layers);
    scene.texts.push(...words.texts);
    scene.dropped.push(...words.dropped);
    return scene;
  },
};

const heroLengthMax = 14;

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

function withProduct(format: Format): Plan {
  const { safe, u, shape } = format;
  const width = safe.width * (shape === 'banner' ? 0.34 : 0.42);
  const thing = { ...safe, x: safe.x + safe.width - width, width };
  const text = { ...safe, width: safe.width - width - 4 * u };
  return { ...plain(format), text, thing };
}
