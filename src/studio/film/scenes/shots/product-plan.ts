import { bestOf } from '../../../layouts/layout.ts';
import { type Scene, thingsOf } from '../../../scene.ts';
import { type Ground } from '../../../layouts/grounds.ts';
import { type Box, bottomOf, rightOf, topOf } from '../../../box.ts';
import type { LayoutInput } from '../../../composition.ts';
import { alignFor, wordsIn } from './words.ts';

/** Texts of a shot and the area that they leave for the product. */
export interface Plan {
  product: NonNullable<LayoutInput['product']>;
  words: Scene;
  thing: Box;
  /** Side of the canvas on which the text is. */
  side: 'top' | 'bottom' | 'start';
  standing: number;
}

/** Ratio of width to height below which a product counts as upright. */
const uprightMax = 0.78;

export function planFor(input: LayoutInput, ground: Ground, where: 'any' | 'top' | 'bottom' = 'any'): Plan | null {
  const { product, format } = input;
  if (product === null) return null;
  const isBeside =
    format.shape === 'wide' || (format.shape === 'square' && product.width < uprightMax * product.height);
  if (isBeside && !input.noText) return beside(input, product, ground);
  const wanted = where === 'any' ? input.choose('product text side', ['top', 'bottom', 'top'] as const) : where;
  const side = input.captionPlace === null ? wanted : 'top';
  return stacked(input, product, { ground, side });
}

/** Shares of the height that are tried for the text. A large product is worth more than large type. */
const textShares = [0.3, 0.38, 0.46] as const;

function stacked(
  input: LayoutInput,
  product: Plan['product'],
  { ground, side }: { ground: Ground; side: 'top' | 'bottom' },
): Plan | null {
  const worth = ({ words, thing }: Plan) => {
    const scale = Math.min(thing.width / product.width, thing.height / product.height);
    return scale * Math.max(1, ...words.texts.map(({ size }) => size)) ** 0.7;
  };
  const plans = textShares.map((share) => stackedWith(input, product, { ground, side, share }));
  return bestOf(plans, { words: ({ words }) => words, worth });
}

function stackedWith(
  input: LayoutInput,
  product: Plan['product'],
  { ground, side, share }: { ground: Ground; side: 'top' | 'bottom'; share: number },
): Plan | null {
  const { format } = input;
  const { safe, u } = format;
  const height = safe.height * share;
  const area = side === 'top' ? { ...safe, height } : { ...safe, y: safe.y + safe.height - height, height };
  const align = alignFor(input);
  const words = wordsIn(input, { area, ground, anchor: side, align, boost: 1.1 });
  if (words === null) return null;
  const boxes = thingsOf(words);
  const head = safe.y - (format.zones === null ? 0 : 6 * u);
  const thing =
    side === 'top'
      ? between(bottomOf(boxes, head) + (boxes.length === 0 ? 0 : 4 * u), input.floor)
      : between(head, topOf(boxes, input.floor) - 5 * u);
  return {
    product,
    words,
    side,
    standing: side === 'top' ? 1 : 0.85,
    thing: { x: 5 * u, width: format.width - 10 * u, ...thing },
  };
}

const between = (y: number, bottom: number) => ({ y, height: bottom - y });

function beside(input: LayoutInput, product: Plan['product'], ground: Ground): Plan | null {
  const { format } = input;
  const { safe, u, shape } = format;
  const share = shape === 'wide' ? 0.5 : 0.52;
  const area = { ...safe, width: safe.width * share };
  const words = wordsIn(input, { area, ground, anchor: 'middle', boost: 1.1 });
  if (words === null) return null;
  const x = rightOf(thingsOf(words), safe.x) + 4 * u;
  const thing = { x, width: format.width - 5 * u - x, ...between(6 * u, input.floor) };
  return { product, words, thing, side: 'start', standing: 0.8 };
}
