import type { Tone } from '../../brief.ts';

/** Layouts of shots with a product that is cut out. */
export type ProductLayout = 'studio' | 'podium' | 'detail' | 'close-up' | 'tilt' | 'parade' | 'aside';

/** How a layout frames the product: as a whole, larger than the canvas, several times, or small next to large type. */
type Framing = 'whole' | 'large' | 'many' | 'small';

const framings: Record<ProductLayout, Framing> = {
  studio: 'whole',
  podium: 'whole',
  detail: 'large',
  'close-up': 'large',
  tilt: 'large',
  parade: 'many',
  aside: 'small',
};

type Board = readonly ProductLayout[];

/** Orders in which a film shows its product, by tone. The seed picks one, so that two films of a brand differ. */
const boards: Record<Tone, readonly [Board, ...Board[]]> = {
  bold: [
    ['detail', 'podium', 'close-up', 'aside', 'tilt', 'studio'],
    ['tilt', 'aside', 'close-up', 'podium', 'detail', 'studio'],
    ['podium', 'close-up', 'aside', 'tilt', 'studio', 'detail'],
    ['aside', 'tilt', 'podium', 'close-up', 'parade', 'studio'],
  ],
  technical: [
    ['studio', 'close-up', 'aside', 'detail', 'podium', 'tilt'],
    ['detail', 'aside', 'close-up', 'studio', 'podium'],
    ['tilt', 'close-up', 'studio', 'aside', 'podium', 'detail'],
  ],
  elegant: [
    ['studio', 'close-up', 'aside', 'podium', 'detail'],
    ['aside', 'close-up', 'studio', 'detail', 'podium'],
    ['studio', 'detail', 'aside', 'close-up', 'podium'],
  ],
  friendly: [
    ['studio', 'close-up', 'aside', 'podium', 'tilt', 'parade'],
    ['podium', 'aside', 'close-up', 'parade', 'studio', 'detail'],
    ['tilt', 'podium', 'close-up', 'aside', 'studio', 'parade'],
  ],
  natural: [
    ['studio', 'close-up', 'aside', 'podium', 'detail'],
    ['detail', 'studio', 'close-up', 'aside', 'podium'],
    ['podium', 'close-up', 'studio', 'aside', 'detail'],
  ],
  playful: [
    ['tilt', 'parade', 'close-up', 'aside', 'studio', 'podium'],
    ['parade', 'tilt', 'aside', 'close-up', 'podium', 'studio'],
    ['studio', 'tilt', 'parade', 'close-up', 'aside', 'podium'],
  ],
};

export interface ProductShot {
  tone: Tone;
  choose: <T>(purpose: string, choices: readonly [T, ...T[]]) => T;
  /** True if the script wants type alone. The product is then small, next to large type. */
  isType: boolean;
  /** True if the shot shows a price or an offer. The product is then shown as a whole. */
  hasDeal: boolean;
  /** Layouts of the earlier shots of the product. */
  used: readonly string[];
}

/**
 * Returns the layouts of a shot of the product in the order in which they are tried: framings that were used less often
 * come first, and the framing of the last shot comes last.
 */
export function productLayouts({ tone, choose, isType, hasDeal, used }: ProductShot): ProductLayout[] {
  const board = choose('storyboard', boards[tone]);
  const all = [...board, ...allLayouts.filter((each) => !board.includes(each))];
  const earlier = used.filter((each): each is ProductLayout => each in framings);
  const times = (name: ProductLayout) =>
    3 * count(earlier.map(framingOf), framingOf(name)) +
    count(earlier, name) +
    (framingOf(earlier.at(-1)) === framingOf(name) ? 2 * earlier.length : 0);
  const ordered = all.toSorted((a, b) => times(a) - times(b));
  const first: readonly Framing[] = hasDeal ? ['whole', 'small'] : isType ? ['small'] : [];
  const comesFirst = (name: ProductLayout) => first.includes(framings[name]) && !earlier.includes(name);
  return [...ordered.filter(comesFirst), ...ordered.filter((each) => !comesFirst(each))];
}

const allLayouts = Object.keys(framings) as ProductLayout[];

const framingOf = (name: ProductLayout | undefined): Framing | null => (name === undefined ? null : framings[name]);

const count = <T>(all: readonly T[], wanted: T): number => all.filter((each) => each === wanted).length;
