import { type Box, type Layer, overlap, type Scene, type TextRole } from '../scene.ts';
import { shadowOn } from './grounds.ts';
import type { Format } from '../format.ts';
import { backdrop } from './backdrop.ts';
import { type FieldOptions, type Ground, textField } from './field.ts';
import { emptyScene, type LayoutInput } from './layout.ts';
import { productIn } from './product-place.ts';

export interface ProductColumnOptions {
  ground: Ground;
  align: 'start' | 'center';
  boost: number;
  hero?: NonNullable<FieldOptions['hero']>;
  /** The mark at the head of the text; with two things of the number's size there is no room for it elsewhere. */
  mark: 'top' | null;
}

type ProductLayer = Extract<Layer, { kind: 'product' }>;

interface Trial {
  scene: Scene;
  product: ProductLayer;
  area: number;
}

/** Text may take this part of the safe height before it has to shrink; the product takes what the text leaves. */
const textShares = [0.42, 0.5, 0.6] as const;
/** Of the safe width, for the foot of the text beside the product. */
const asideShares = [0.34, 0.38, 0.42, 0.46, 0.52] as const;
/** How much larger the product must come out beside the text's foot than under all of it. */
const worthwhile = 1.12;

/**
 * Text at the head, the product at the foot as large as it can be: under all of the text, or, where that makes it larger,
 * with support and action beside it. Null where neither carries an ad.
 */
export function productColumn(input: LayoutInput, scene: Scene, wish: ProductColumnOptions): Scene | null {
  const under = best(textShares.map((share) => underText(input, wish, share)));
  const beside = wish.align === 'center' ? null : best(asideShares.map((share) => besideFoot(input, wish, share)));
  const chosen = beside !== null && (under === null || beside.area > under.area * worthwhile) ? beside : under;
  if (chosen === null) return null;
  const { product } = chosen;
  const clear = thingsOf(chosen.scene);
  const shapes = backdrop(input, { product: product.box, cutOut: product.cutOut, ground: wish.ground.color, clear });
  scene.layers.push(...shapes, product, ...chosen.scene.layers);
  scene.texts.push(...chosen.scene.texts);
  scene.dropped.push(...chosen.scene.dropped);
  return scene;
}

/** The fewest words lost, then the largest product. */
function best(trials: readonly (Trial | null)[]): Trial | null {
  const made = trials.filter((trial) => trial !== null);
  return made.sort((a, b) => a.scene.dropped.length - b.scene.dropped.length || worth(b) - worth(a))[0] ?? null;
}

/** Weight of the largest text against the area of the product. On a tall canvas a headline in one line is too small. */
const headlineWeight = ({ width, height }: Scene): number => (height > 1.6 * width ? 1.6 : 1.15);

/** Text that had to shrink is paid for: a large headline, or number, is worth a good part of the product. */
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
 * Foot of the product: a little above the edge; in a story inside the zone of the phone's controls, so that the lower fifth
 * is not empty.
 */
function footOf({ format }: LayoutInput): number {
  return format.height - (format.zones === null ? 7 * format.u : format.zones.bottom / 2);
}

function underText(input: LayoutInput, wish: ProductColumnOptions, share: number): Trial | null {
  const { format } = input;
  const { safe, u } = format;
  const scene = emptyScene('', format);
  const column = textField(input, scene, { ...wish, area: { ...safe, height: safe.height * share }, anchor: 'top' });
  if (column === null) return null;
  const top = lowest(scene, format) + 5 * u;
  return trial(input, scene, wish, { x: 5 * u, y: top, width: format.width - 10 * u, height: footOf(input) - top });
}

/** Foot of the lowest element; the head of the safe area in a scene without any. */
const lowest = (scene: Scene, { safe }: Format) =>
  Math.max(safe.y, ...thingsOf(scene).map((box) => box.y + box.height));

const footRoles: readonly TextRole[] = ['subheadline', 'cta'];
const headRoles: readonly TextRole[] = ['headline', 'offer', 'price'];

function besideFoot(input: LayoutInput, wish: ProductColumnOptions, share: number): Trial | null {
  const { format } = input;
  const { safe, u } = format;
  if (!footRoles.some((role) => input.type.has(role))) return null;
  const scene = emptyScene('', format);
  const head = { ...safe, height: safe.height * 0.46 };
  if (textField(input, scene, { ...wish, area: head, anchor: 'top', only: headRoles }) === null) return null;
  const top = lowest(scene, format) + 5 * u;
  const width = safe.width * share;
  const bottom = safe.y + safe.height;
  const area = { ...safe, y: top, height: bottom - top, width };
  const { ground } = wish;
  const foot = textField(input, scene, { ground, area, mark: null, anchor: 'bottom', only: footRoles });
  // An action that found no room as a button stands better under all of the text.
  const losesButton = input.type.has('cta') && foot?.layers.length === 0;
  if (foot?.dropped.length !== 0 || losesButton) return null;
  const x = safe.x + width + 4 * u;
  const thing = { x, y: top, width: format.width - 4 * u - x, height: footOf(input) - top };
  const made = trial(input, scene, wish, thing);
  return made !== null && thingsOf(scene).every((box) => overlap(box, made.product.box) === 0) ? made : null;
}

function trial(input: LayoutInput, scene: Scene, { ground }: ProductColumnOptions, area: Box): Trial | null {
  if (input.product === null) return null;
  const product = productIn(input.product, area, { fill: 1, standing: 1, shadow: shadowOn(ground.color) });
  return product === null ? null : { scene, product, area: product.box.width * product.box.height };
}
