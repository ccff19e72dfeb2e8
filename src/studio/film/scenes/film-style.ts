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

/** Properties of which a tone allows several values. The seed picks one. */
type Chosen = 'transition' | 'reveal' | 'entrance';
type Choices = { [Key in Chosen]: readonly [FilmStyle[Key], ...FilmStyle[Key][]] };

const byTone: Record<Tone, Choices & Omit<FilmStyle, Chosen | 'shape'>> = {
  bold: {
    transition: ['push', 'mask', 'cut'],
    reveal: ['rise', 'wipe'],
    entrance: ['zoom', 'side'],
    ...{ transitionSeconds: 0.3, revealSeconds: 0.4, stagger: 0.07, zoom: 0.07 },
    ...{ byWord: true, ease: expoOut, punchesIn: true },
  },
  elegant: {
    transition: ['mask', 'lift', 'mask'],
    reveal: ['fade', 'rise'],
    entrance: ['rise'],
    ...{ transitionSeconds: 0.6, revealSeconds: 0.6, stagger: 0.18, zoom: 0.05 },
    ...{ byWord: false, ease: cubicOut, punchesIn: false },
  },
  friendly: {
    transition: ['lift', 'mask', 'push'],
    reveal: ['rise', 'fade'],
    entrance: ['rise', 'side'],
    ...{ transitionSeconds: 0.45, revealSeconds: 0.5, stagger: 0.08, zoom: 0.05 },
    ...{ byWord: true, ease: cubicOut, punchesIn: false },
  },
  technical: {
    transition: ['mask', 'cut', 'push'],
    reveal: ['wipe', 'slide'],
    entrance: ['side', 'zoom'],
    ...{ transitionSeconds: 0.35, revealSeconds: 0.45, stagger: 0.12, zoom: 0.04 },
    ...{ byWord: false, ease: expoOut, punchesIn: true },
  },
  natural: {
    transition: ['mask', 'lift', 'mask'],
    reveal: ['fade', 'rise'],
    entrance: ['rise'],
    ...{ transitionSeconds: 0.55, revealSeconds: 0.6, stagger: 0.12, zoom: 0.06 },
    ...{ byWord: true, ease: cubicOut, punchesIn: false },
  },
  playful: {
    transition: ['mask', 'push', 'lift'],
    reveal: ['pop'],
    entrance: ['pop'],
    ...{ transitionSeconds: 0.4, revealSeconds: 0.45, stagger: 0.09, zoom: 0.05 },
    ...{ byWord: true, ease: backOut, punchesIn: true },
  },
};

/** Returns the motion of a film. */
export function filmStyle(tone: Tone, seed: string): FilmStyle {
  const style = byTone[tone];
  const pick = <T>(key: Chosen, all: readonly [T, ...T[]]): T => seededChoice(seed, `film ${key}`, all) ?? all[0];
  return {
    ...style,
    shape: brandShape(tone, seed),
    transition: pick('transition', style.transition),
    reveal: pick('reveal', style.reveal),
    entrance: pick('entrance', style.entrance),
  };
}
