import { type Box, bottomOf, overlap } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { type LayerOf, type Scene, type TextRole, thingsOf } from '../scene.ts';
import type { Stack } from '../text/stack.ts';
import { type FieldOptions, textField, textsIn } from './field.ts';
import type { Ground } from './grounds.ts';
import { bestOf } from './layout.ts';
import { productIn, withProduct } from './product-place.ts';

export interface ProductColumnOptions {
  ground: Ground;
  align: 'start' | 'center';
  boost: number;
  hero?: NonNullable<FieldOptions['hero']>;
  mark: 'top' | null;
}

interface Trial {
  words: Scene;
  product: LayerOf<'product'>;
  area: number;
}

/**
 * Shares of the safe area's height that are tried for the text when the product is below the text. The best result is
 * used. (The safe area is the part of the canvas for texts and logo.)
 */
const textShares = [0.42, 0.5, 0.6] as const;
/**
 * Shares of the safe area's width that are tried for subheadline and button when both are beside the product. The best
 * result is used.
 */
const asideShares = [0.34, 0.38, 0.42, 0.46, 0.52] as const;
/**
 * Minimum factor by which the product's area must grow to justify placing subheadline and button beside the product
 * rather than above the product.
 */
const worthwhile = 1.12;

export function productColumn(input: LayoutInput, scene: Scene, options: ProductColumnOptions): Scene | null {
  const under = best(textShares.map((share) => underText(input, options, share)));
  const beside =
    options.align === 'center' ? null : best(asideShares.map((share) => besideFoot(input, options, share)));
  const chosen = beside !== null && (under === null || beside.area > under.area * worthwhile) ? beside : under;
  if (chosen === null) return null;
  return withProduct(input, scene, { ...chosen, ground: options.ground.color });
}

const best = (trials: readonly (Trial | null)[]): Trial | null =>
  bestOf(trials, { words: ({ words }) => words, worth });

/**
 * Returns the exponent that weighs the size of the largest text against the area of the product when arrangements are
 * compared. The exponent is higher on a tall canvas, where a headline in one line would be too small.
 */
const headlineWeight = ({ width, height }: Scene): number => (height > 1.6 * width ? 1.6 : 1.15);

function worth({ area, words }: Trial): number {
  const sizes = words.texts.map(({ size }) => size);
  const largest = Math.max(1, ...sizes);
  return area * largest ** headlineWeight(words) * Math.min(...sizes, largest) ** 0.25;
}

/**
 * Returns the position of the product's lower edge. In a story (a full-screen ad on a phone), the product extends into
 * the zone in which the app draws its buttons over the ad. Otherwise the lower fifth of the canvas would be empty.
 */
function footOf({ format }: LayoutInput): number {
  return format.height - (format.zones === null ? 7 * format.u : format.zones.bottom / 2);
}

function underText(input: LayoutInput, options: ProductColumnOptions, share: number): Trial | null {
  const { format } = input;
  const { safe, u } = format;
  const words = textsIn(input, { ...options, area: { ...safe, height: safe.height * share }, anchor: 'top' });
  if (words === null) return null;
  const top = bottomOf(thingsOf(words), safe.y) + 5 * u;
  const thing = { x: 5 * u, y: top, width: format.width - 10 * u, height: footOf(input) - top };
  return trial(input, words, options, thing);
}

const footRoles: readonly TextRole[] = ['subheadline', 'cta'];
const headRoles: readonly TextRole[] = ['headline', 'offer', 'price'];

function besideFoot(input: LayoutInput, options: ProductColumnOptions, share: number): Trial | null {
  const { format } = input;
  const { safe, u } = format;
  // A button alone at the foot would be far from the other texts.
  if (!input.type.has('subheadline') || options.hero === 'subheadline') return null;
  const head = { ...safe, height: safe.height * 0.46 };
  const words = textsIn(input, { ...options, area: head, anchor: 'top', only: headRoles });
  if (words === null) return null;
  const top = bottomOf(thingsOf(words), safe.y) + 5 * u;
  const width = safe.width * share;
  const bottom = safe.y + safe.height;
  const area = { ...safe, y: top, height: bottom - top, width };
  const { ground } = options;
  const foot = textField(input, words, { ground, area, mark: null, anchor: 'bottom', only: footRoles });
  if (foot?.dropped.length !== 0 || losesButton(input, foot)) return null;
  const x = safe.x + width + 4 * u;
  const thing = { x, y: top, width: format.width - 4 * u - x, height: footOf(input) - top };
  const made = trial(input, words, options, thing);
  return made !== null && thingsOf(words).every((box) => overlap(box, made.product.box) === 0) ? made : null;
}

/**
 * Reports whether the texts beside the product have no room for the call to action as a button. The arrangement with
 * all texts above the product may have room for a button.
 */
const losesButton = ({ type }: LayoutInput, foot: Stack): boolean => type.has('cta') && foot.layers.length === 0;

function trial(input: LayoutInput, words: Scene, { ground }: ProductColumnOptions, area: Box): Trial | null {
  if (input.product === null) return null;
  const product = productIn(input.product, area, ground.color);
  return product === null ? null : { words, product, area: product.box.width * product.box.height };
}
