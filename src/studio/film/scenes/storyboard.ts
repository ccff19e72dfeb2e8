import type { Tone } from '../../brief.ts';

/** Layouts of shots with a product that is cut out. */
export type ProductLayout = 'studio' | 'podium' | 'detail' | 'close-up' | 'tilt' | 'parade' | 'aside' | 'halves';
/** Layouts of shots with a photo. */
export type PhotoLayout = 'seamless' | 'cover' | 'split' | 'fade' | 'window' | 'pair' | 'tour' | 'closer';

/** Part of the picture that a layout shows, and its size and place. A film avoids the same framing twice in a row. */
type Framing = 'whole' | 'large' | 'turned' | 'many' | 'small' | 'two' | 'full' | 'beside' | 'faded' | 'shape' | 'part';

const framings: Record<ProductLayout | PhotoLayout, Framing> = {
  ...{ studio: 'whole', podium: 'whole', detail: 'large', 'close-up': 'large', tilt: 'turned' },
  ...{ parade: 'many', aside: 'small', halves: 'two' },
  ...{
    seamless: 'whole',
    cover: 'full',
    tour: 'full',
    split: 'beside',
    fade: 'faded',
    window: 'shape',
    pair: 'two',
    closer: 'part',
  },
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

export interface WantedShot {
  /** Layouts of the earlier shots of the same picture. */
  used: readonly string[];
  /** Layout of the shot before. */
  last: string | undefined;
}

export interface ProductShot extends WantedShot {
  tone: Tone;
  choose: <T>(purpose: string, choices: readonly [T, ...T[]]) => T;
  /** True if the script wants type alone. The product is then small, next to large type. */
  isType: boolean;
  /** True if the shot shows a price or an offer. The product is then shown as a whole. */
  hasDeal: boolean;
  /** True if the shot must show the whole product, because the film has not yet. */
  needsWhole: boolean;
  /** True if the shot shares its text with the shot before or after. The text then stays in its place. */
  sharesText: boolean;
  /** True if the shot has no words. */
  isWordless: boolean;
}

/** Layouts that place their text in the same way. */
const samePlaces: readonly ProductLayout[] = ['studio', 'podium', 'detail', 'close-up', 'tilt'];
/** Layouts of shots without words, in the order in which they are tried. */
const wordless: readonly ProductLayout[] = ['close-up', 'halves', 'tilt', 'detail', 'studio', 'podium'];

/**
 * Returns the layouts of a shot of the product in the order in which they are tried: framings that were used less often
 * come first, and the framing of the shot before comes last.
 */
export function productLayouts(shot: ProductShot): ProductLayout[] {
  const board = shot.choose('storyboard', boards[shot.tone]);
  const all = shot.isWordless ? wordless : [...board, ...worded.filter((each) => !board.includes(each))];
  return [...firstOf(shot, freshFirst(all, shot))];
}

function firstOf(
  { needsWhole, hasDeal, isType, sharesText, used, last }: ProductShot,
  ordered: ProductLayout[],
): ProductLayout[] {
  if (needsWhole) return movedUp(ordered, (name) => framings[name] === 'whole');
  if (sharesText) return movedUp(ordered, (name) => samePlaces.includes(name));
  if (hasDeal) return movedUp(ordered, (name) => framings[name] === 'whole' && name !== last);
  return isType ? movedUp(ordered, (name) => framings[name] === 'small' && !used.includes(name)) : ordered;
}

/** Returns the same values, with the wanted ones first. */
export const movedUp = <T>(all: readonly T[], isFirst: (each: T) => boolean): T[] => [
  ...all.filter(isFirst),
  ...all.filter((each) => !isFirst(each)),
];

/**
 * Sorts layouts so that the picture looks different each time: framings that were used less often come first, and the
 * framing of the shot before comes last.
 */
export function freshFirst<Name extends ProductLayout | PhotoLayout>(
  names: readonly Name[],
  { used, last }: WantedShot,
): Name[] {
  const earlier = used.filter(isKnown);
  const before = last !== undefined && isKnown(last) ? framings[last] : undefined;
  const times = (name: Name) =>
    3 *
      count(
        earlier.map((each) => framings[each]),
        framings[name],
      ) +
    count<string>(earlier, name) +
    (before === framings[name] ? 4 * (earlier.length + 1) : 0);
  return names.toSorted((a, b) => times(a) - times(b));
}

const isKnown = (name: string): name is ProductLayout | PhotoLayout => name in framings;

/** Reports whether a layout shows the whole product. */
export const showsWhole = (name: string): boolean => isKnown(name) && ['whole', 'small'].includes(framings[name]);

/** Layouts of shots with words, for every tone: a shelf that is tilted looks as if it fell. Those that a storyboard does not have are tried after it. */
const worded: readonly ProductLayout[] = ['studio', 'podium', 'detail', 'close-up', 'parade', 'aside'];

const count = <T>(all: readonly T[], wanted: T): number => all.filter((each) => each === wanted).length;
