import type { Tone } from '../../brief.ts';
import { seededChoice } from '../../seeded.ts';
import { type BrandShape, brandShape } from '../../brand-kit/brand-shape.ts';
import { backOut, cubicOut, type Ease, expoOut } from './ease.ts';

/** Change from one shot to the next. A film has one kind. `mask` opens the next shot in the shape of the brand. */
export type TransitionKind = 'cut' | 'push' | 'lift' | 'mask';

/** How a text comes on the screen. */
export type RevealKind = 'rise' | 'slide' | 'fade' | 'wipe' | 'pop';

/** How the product comes on the screen. */
export type EntranceKind = 'zoom' | 'rise' | 'side' | 'pop';

/** Motion of a whole film. Durations are in seconds. */
export interface FilmStyle {
  shape: BrandShape;
  transition: TransitionKind;
  transitionSeconds: number;
  reveal: RevealKind;
  /** True to move each word by itself, where the writing system allows it; false to move each line. */
  byWord: boolean;
  revealSeconds: number;
  /** Delay of each word or line after the one before. */
  stagger: number;
  ease: Ease;
  entrance: EntranceKind;
  /** Enlargement of pictures over a shot, as a share of their size. */
  zoom: number;
  /** True to enlarge the picture at once in the middle of a long shot, like a cut to a closer view; false to do it gently. */
  punchesIn: boolean;
}

type Choices = { [Key in Exclude<keyof FilmStyle, 'shape'>]: readonly [FilmStyle[Key], ...FilmStyle[Key][]] };

const byTone: Record<Tone, Choices> = {
  bold: {
    transition: ['push', 'mask', 'cut'],
    transitionSeconds: [0.3],
    reveal: ['rise', 'wipe'],
    byWord: [true],
    revealSeconds: [0.4],
    stagger: [0.07],
    ease: [expoOut],
    entrance: ['zoom', 'side'],
    zoom: [0.07],
    punchesIn: [true],
  },
  elegant: {
    transition: ['mask', 'lift', 'mask'],
    transitionSeconds: [0.6],
    reveal: ['fade', 'rise'],
    byWord: [false],
    revealSeconds: [0.6],
    stagger: [0.18],
    ease: [cubicOut],
    entrance: ['rise'],
    zoom: [0.05],
    punchesIn: [false],
  },
  friendly: {
    transition: ['lift', 'mask', 'push'],
    transitionSeconds: [0.45],
    reveal: ['rise', 'fade'],
    byWord: [true],
    revealSeconds: [0.5],
    stagger: [0.08],
    ease: [cubicOut],
    entrance: ['rise', 'side'],
    zoom: [0.05],
    punchesIn: [false],
  },
  technical: {
    transition: ['mask', 'cut', 'push'],
    transitionSeconds: [0.35],
    reveal: ['wipe', 'slide'],
    byWord: [false],
    revealSeconds: [0.45],
    stagger: [0.12],
    ease: [expoOut],
    entrance: ['side', 'zoom'],
    zoom: [0.04],
    punchesIn: [true],
  },
  natural: {
    transition: ['mask', 'lift', 'mask'],
    transitionSeconds: [0.55],
    reveal: ['fade', 'rise'],
    byWord: [true],
    revealSeconds: [0.6],
    stagger: [0.12],
    ease: [cubicOut],
    entrance: ['rise'],
    zoom: [0.06],
    punchesIn: [false],
  },
  playful: {
    transition: ['mask', 'push', 'lift'],
    transitionSeconds: [0.4],
    reveal: ['pop'],
    byWord: [true],
    revealSeconds: [0.45],
    stagger: [0.09],
    ease: [backOut],
    entrance: ['pop'],
    zoom: [0.05],
    punchesIn: [true],
  },
};

/** Returns the motion of a film. The tone allows several choices and the seed picks among them. */
export function filmStyle(tone: Tone, seed: string): FilmStyle {
  const choices = byTone[tone];
  const pick = <T>(purpose: string, all: readonly [T, ...T[]]): T =>
    seededChoice(seed, `film ${purpose}`, all) ?? all[0];
  return {
    shape: brandShape(tone, seed),
    transition: pick('transition', choices.transition),
    transitionSeconds: pick('transition seconds', choices.transitionSeconds),
    reveal: pick('reveal', choices.reveal),
    byWord: pick('by word', choices.byWord),
    revealSeconds: pick('reveal seconds', choices.revealSeconds),
    stagger: pick('stagger', choices.stagger),
    ease: pick('ease', choices.ease),
    entrance: pick('entrance', choices.entrance),
    zoom: pick('zoom', choices.zoom),
    punchesIn: pick('punches in', choices.punchesIn),
  };
}
