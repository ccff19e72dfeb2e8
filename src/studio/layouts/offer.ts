import type { Copy } from '../brief.ts';
import { luminanceOf } from '../color.ts';
import type { Box } from '../scene.ts';
import type { Shape, Stage } from '../stage.ts';
import { type FieldWish, textField } from './field.ts';
import { groundOf, shadowOn } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { addMark, markIn } from './mark.ts';
import { productIn } from './product-place.ts';

/** The number is the picture: price or percentage at full size, product beside it. */
export const offer: Layout = {
  name: 'offer',
  suits: (brief, { photo }) => (heroOf(brief.copy) === null ? 0 : photo === null ? 1.25 : 0.9),
  draw(input) {
    const { stage, product } = input;
    const hero = heroOf(input.type.texts);
    if (hero === null || input.noText) return null;
    const scene = emptyScene('offer', stage);
    const ground = groundOf(input.choose('offer ground', ['loud', 'tinted', 'loud'] as const), input.roles, 0.2);
    scene.layers.push(flat(stage, ground.color));
    const plan = product === null ? plain(stage) : withProduct(stage);
    if (product !== null) {
      const placed = productIn(product, plan.thing, {
        fill: 1,
        standing: plan.standing,
        shadow: shadowOn(ground.color),
      });
      if (placed === null) return null;
      scene.layers.push(placed);
    }
    const column = textField(input, scene, { ...plan.column, area: plan.text, ground, boost: 0.62, hero });
    if (plan.mark !== null)
      addMark(scene, markIn(input, { area: plan.mark, corner: 'bottom-start', ground: luminanceOf(ground.color) }));
    return column === null ? null : scene;
  },
};

/** Short enough to be read as a picture. */
const heroLengthMax = 14;

/** Which text is the number; null where the offer is no number, or a long one. */
export function heroOf({ price, offer: text }: Pick<Copy, 'price' | 'offer'>): 'price' | 'offer' | null {
  if (price !== '' && price.length <= heroLengthMax && /\p{N}/u.test(price)) return 'price';
  return text !== '' && text.length <= heroLengthMax && /\p{N}/u.test(text) ? 'offer' : null;
}

interface Plan {
  text: Box;
  thing: Box;
  standing: number;
  /** Beside the product at the foot, where the column does not hold the mark itself. */
  mark: Box | null;
  column: Pick<FieldWish, 'mark' | 'anchor'>;
}

function plain({ safe, shape }: Stage): Plan {
  const column: Plan['column'] =
    shape === 'banner' ? { mark: 'aside', anchor: 'middle' } : { mark: 'top', anchor: 'bottom' };
  return { text: safe, thing: safe, standing: 0, mark: null, column };
}

function withProduct(stage: Stage): Plan {
  const { safe, u, shape } = stage;
  if (shape !== 'wide' && shape !== 'banner') return over(stage);
  const width = safe.width * (shape === 'banner' ? 0.34 : 0.4);
  const thing = { ...safe, x: safe.x + safe.width - width, width };
  const text = { ...safe, width: safe.width - width - 4 * u };
  return { ...plain(stage), text, thing, standing: 0.6 };
}

const heightShare: Record<Shape, number> = { skyscraper: 0.6, tall: 0.5, square: 0.42, wide: 0.4, banner: 0.4 };

/** Number above, product at the foot, off to the end, the mark opposite. */
function over({ safe, u, shape }: Stage): Plan {
  const height = safe.height * heightShare[shape];
  const text = { ...safe, height: safe.height - height - 4 * u };
  const foot = { ...safe, y: safe.y + safe.height - height, height };
  if (shape === 'skyscraper')
    return { text, thing: foot, standing: 0.5, mark: null, column: { mark: 'top', anchor: 'top' } };
  const width = safe.width * 0.3;
  const thing = { ...foot, x: foot.x + width, width: foot.width - width, height: height - 2 * u };
  return { text, thing, standing: 1, mark: { ...foot, width: width - 5 * u }, column: { mark: null, anchor: 'top' } };
}
