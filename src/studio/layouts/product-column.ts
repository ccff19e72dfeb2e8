import type { Layer, Scene, TextRole } from '../scene.ts';
import { type Box, overlap } from '../box.ts';
import { shadowOn } from './grounds.ts';
import type { Format } from '../format.ts';
import { backdrop } from './backdrop.ts';
import { type FieldOptions, type Ground, textField } from './field.ts';
import type { LayoutInput } from '../composition.ts';
import { emptyScene } from './layout.ts';
import { productIn } from './product-place.ts';

export interface ProductColumnOptions {
  ground: Ground;
  align: 'start' | 'center';
  boost: number;
  hero?: NonNullable<FieldOptions['hero']>;
  mark: 'top' | null;
}

type ProductLayer = Extract<Layer, { kind: 'product' }>;

interface Trial {
  scene: Scene;
  product: ProductLayer;
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
  const { product } = chosen;
  const clear = thingsOf(chosen.scene);
  const shapes = backdrop(input, { product: product.box, cutOut: product.cutOut, ground: options.ground.color, clear });
  scene.layers.push(...shapes, product, ...chosen.scene.layers);
  scene.texts.push(...chosen.scene.texts);
  scene.dropped.push(...chosen.scene.dropped);
  return scene;
}

function best(trials: readonly (Trial | null)[]): Trial | null {
  const made = trials.filter((trial) => trial !== null);
  return made.sort((a, b) => a.scene.dropped.length - b.scene.dropped.length || worth(b) - worth(a))[0] ?? null;
}

/**
 * Returns the exponent that weighs the size of the largest text against the area of the product when arrangements are
 * compared. The exponent is higher on a tall canvas, where a headline in one line would be too small.
 */
const headlineWeight = ({ width, height }: Scene): number => (height > 1.6 * width ? 1.6 : 1.15);

function worth({ area, scene }: Trial): number {
  const largest = Math.max(1, ...scene.texts.map(({ size }) => size));
  const smallest = Math.min(...scene.texts.map(({ size }) => size), largest);
  return area * largest ** headlineWeight(scene) * smallest ** 0.25;
}

export const thingsOf = (scene: Scene): Box[] => [
  ...scene.texts.map(({ box }) => box),
  ...scene.layers.flatMap((layer) => ('box' in layer ? [layer.box] : [])),
];

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
  const scene = emptyScene('', format);
  const column = textField(input, scene, { ...options, area: { ...safe, height: safe.height * share }, anchor: 'top' });
  if (column === null) return null;
  const top = lowest(scene, format) + 5 * u;
  return trial(input, scene, options, { x: 5 * u, y: top, width: format.width - 10 * u, height: footOf(input) - top });
}

const lowest = (scene: Scene, { safe }: Format) =>
  Math.max(safe.y, ...thingsOf(scene).map((box) => box.y + box.height));

const footRoles: readonly TextRole[] = ['subheadline', 'cta'];
const headRoles: readonly TextRole[] = ['headline', 'offer', 'price'];

function besideFoot(input: LayoutInput, options: ProductColumnOptions, share: number): Trial | null {
  const { format } = input;
  const { safe, u } = format;
  if (!footRoles.some((role) => input.type.has(role))) return null;
  const scene = emptyScene('', format);
  const head = { ...safe, height: safe.height * 0.46 };
  if (textField(input, scene, { ...options, area: head, anchor: 'top', only: headRoles }) === null) return null;
  const top = lowest(scene, format) + 5 * u;
  const width = safe.width * share;
  const bottom = safe.y + safe.height;
  const area = { ...safe, y: top, height: bottom - top, width };
  const { ground } = options;
  const foot = textField(input, scene, { ground, area, mark: null, anchor: 'bottom', only: footRoles });
  // An arrangement with texts beside the product is rejected if it has no room for the call to action as a button. The
  // arrangement with all texts above the product may have room for a button.
  const losesButton = input.type.has('cta') && foot?.layers.length === 0;
  if (foot?.dropped.length !== 0 || losesButton) return null;
  const x = safe.x + width + 4 * u;
  const thing = { x, y: top, width: format.width - 4 * u - x, height: footOf(input) - top };
  const made = trial(input, scene, options, thing);
  return made !== null && thingsOf(scene).every((box) => overlap(box, made.product.box) === 0) ? made : null;
}

function trial(input: LayoutInput, scene: Scene, { ground }: ProductColumnOptions, area: Box): Trial | null {
  if (input.product === null) return null;
  const product = productIn(input.product, area, { fill: 1, standing: 1, shadow: shadowOn(ground.color) });
  return product === null ? null : { scene, product, area: product.box.width * product.box.height };
}
