import type { Copy } from '../brief.ts';
import { luminanceOf } from '../color.ts';
import type { Box } from '../scene.ts';
import { textField } from './field.ts';
import { isLoud, loud, quiet, shadowOn, tinted } from './grounds.ts';
import { emptyScene, type Layout, type LayoutInput } from './layout.ts';
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
    const style = input.choose('offer ground', ['loud', 'tinted', 'loud'] as const);
    const ground =
      style === 'loud' && isLoud(input.roles.primary)
        ? loud(input.roles)
        : style === 'loud'
          ? quiet(input.roles)
          : tinted(input.roles, 0.2);
    scene.layers.push({
      kind: 'fill',
      element: 'panel',
      box: { x: 0, y: 0, width: stage.width, height: stage.height },
      color: ground.color,
      radius: 0,
    });
    const { text, thing, mark, across } = areas(input);
    if (product !== null) {
      const placed = productIn(product, thing, {
        fill: 1,
        standing: across ? 0.6 : stage.shape === 'skyscraper' ? 0.5 : 1,
        shadow: shadowOn(ground.color),
      });
      if (placed === null) return null;
      scene.layers.push(placed);
    }
    const anchor =
      across && stage.shape !== 'banner'
        ? 'bottom'
        : stage.shape === 'banner'
          ? 'middle'
          : product === null
            ? 'bottom'
            : 'top';
    const column = textField(input, scene, {
      area: text,
      ground,
      mark: mark !== null ? null : stage.shape === 'banner' ? 'aside' : 'top',
      anchor,
      boost: 0.62,
      hero,
    });
    if (mark !== null) addMark(scene, markIn(input, mark, 'bottom-start', luminanceOf(ground.color)));
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

interface Areas {
  text: Box;
  thing: Box;
  /** Beside the product at the foot, where the column does not hold the mark itself. */
  mark: Box | null;
  across: boolean;
}

function areas({ stage, product }: LayoutInput): Areas {
  const { safe, u } = stage;
  const isWide = stage.shape === 'wide' || stage.shape === 'banner';
  if (product === null) return { text: safe, thing: safe, mark: null, across: isWide };
  if (isWide) {
    const share = stage.shape === 'banner' ? 0.34 : 0.4;
    const thing = { x: safe.x + safe.width * (1 - share), y: safe.y, width: safe.width * share, height: safe.height };
    return { text: { ...safe, width: safe.width * (1 - share) - 4 * u }, thing, mark: null, across: true };
  }
  const height = safe.height * (stage.shape === 'skyscraper' ? 0.6 : stage.shape === 'square' ? 0.42 : 0.5);
  const text = { ...safe, height: safe.height - height - 4 * u };
  const foot = { ...safe, y: safe.y + safe.height - height, height };
  if (stage.shape === 'skyscraper') return { text, thing: foot, mark: null, across: false };
  const beside = safe.width * 0.3;
  return {
    text,
    thing: { ...foot, x: foot.x + beside, width: foot.width - beside, height: height - 2 * u },
    mark: { ...foot, width: beside - 5 * u },
    across: false,
  };
}
