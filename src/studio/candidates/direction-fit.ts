import type { Direction } from '../../schema/direction.ts';
import type { Scene, TextRole } from '../scene.ts';
import type { Hero } from '../layouts/hero.ts';
import type { Features } from './features.ts';

export interface Composed {
  scene: Scene;
  features: Features;
  /** Text that the direction wants to be the largest. */
  hero: Hero | null;
}

/** Amount that a fulfilled wish of the direction adds to a score, and an unfulfilled one subtracts. */
const worth = 0.35;
/**
 * The same for the largest element and for the number of products. It is more than the score of an ad, so that no better
 * ad without them is chosen.
 */
const worthMost = 1;

/** Returns how well a composition follows the direction of the request: 0 if the direction asks for nothing. */
export function directionFit(direction: Direction, composed: Composed): number {
  const judged = wishes.map((judge) => judge(direction, composed)).filter((fit) => fit !== null);
  const most = (largest(direction, composed) ?? 0) + (products(direction, composed) ?? 0);
  return worthMost * most + judged.reduce((sum, fit) => sum + worth * fit, 0);
}

/** Returns the fit of a layout that cannot be composed in a ratio: it makes nothing the largest. */
export const missingFit = ({ largest: asked }: Direction): number => (asked === undefined ? 0 : -worthMost);

/** Reports whether a layout is made for what a direction asks for. */
export const isMadeFor = ({ largest: asked, picture: size, moods = [] }: Direction, name: string): boolean =>
  (asked !== undefined && forLargest[asked]?.includes(name) === true) ||
  (size === 'full' && fullLayouts.includes(name)) ||
  moods.some((mood) => layoutsOf[mood]?.includes(name) === true);

/** Layouts with a text in very large type, by the element that the direction wants largest. */
const forLargest: Partial<Record<NonNullable<Direction['largest']>, readonly string[]>> = {
  price: ['offer', 'price-split', 'panel'],
  offer: ['offer', 'price-split', 'panel'],
  date: ['event', 'course', 'offer', 'price-split'],
};

/** Layouts with a photo from edge to edge. */
const fullLayouts: readonly string[] = ['full-bleed', 'panel', 'fade'];

/** Judges one wish: from -1 (not fulfilled) to 1 (fulfilled); null if the direction does not have it. */
type Judge = (direction: Direction, composed: Composed) => number | null;

const wishes: readonly Judge[] = [picture, mood];

/** Ratio of the sizes of the largest and the second largest text from which the largest is so at first sight. */
const clearly = 2;

function largest({ largest: asked }: Direction, { scene, features, hero }: Composed): number | null {
  const wanted = asked === 'date' ? hero : asked;
  if (wanted === undefined || wanted === null || wanted === 'logo') return null;
  if (wanted === 'picture') return 2 * features.picture - 1;
  const size = (role: TextRole) =>
    Math.max(0, ...scene.texts.filter((text) => text.role === role).map((text) => text.size));
  const others = Math.max(0, ...scene.texts.filter((text) => text.role !== wanted).map((text) => text.size));
  return size(wanted) > others ? Math.min(1, size(wanted) / Math.max(1, others) / clearly) : -1;
}

function picture({ picture: wanted }: Direction, { scene, features }: Composed): number | null {
  const isFull = scene.layers[0]?.kind === 'photo';
  if (wanted === 'full') return isFull ? 1 : isAtEdge(scene) ? features.picture - 1 : -1;
  if (wanted === 'large') return 2 * features.picture - 1;
  return wanted === 'small' ? 1 - 2 * features.picture : null;
}

function products({ products: wanted }: Direction, { scene }: Composed): number | null {
  if (wanted === undefined) return null;
  const shown = scene.layers.filter(({ kind }) => kind === 'product' || kind === 'photo').length;
  return shown >= wanted || (wanted > 1 && shown > 1) ? 1 : -1;
}

/** Reports whether a photo bleeds off the foot or the head of an ad. */
const isAtEdge = ({ layers, height }: Scene): boolean =>
  layers.some((layer) => layer.kind === 'photo' && (layer.box.y <= 0 || layer.box.y + layer.box.height >= height - 1));

/** Layouts that express a mood. */
const layoutsOf: Partial<Record<NonNullable<Direction['moods']>[number], readonly string[]>> = {
  minimal: ['lookbook', 'packshot', 'spotlight', 'split', 'fade'],
  typographic: ['editorial', 'statement', 'offer', 'price-split'],
  editorial: ['editorial', 'lookbook'],
  elegant: ['editorial', 'lookbook', 'arch', 'spotlight', 'fade'],
  playful: ['arch', 'badge', 'frame'],
  loud: ['frame', 'offer', 'price-split', 'badge'],
  night: ['full-bleed', 'spotlight', 'panel', 'fade'],
};

function mood({ moods = [] }: Direction, { scene, features }: Composed): number | null {
  const known = moods.flatMap((each) => layoutsOf[each] ?? []);
  if (known.length === 0) return null;
  const suits = known.includes(scene.layout) ? 1 : -0.3;
  const isOfType = moods.includes('typographic') || moods.includes('loud');
  return isOfType ? (suits + features.largest) / 2 : suits;
}
