import type { Brief, Tone } from '../../brief.ts';
import { seededChoice } from '../../seeded.ts';
import { type BrandShape, brandShape } from '../../brand-kit/brand-shape.ts';
import { backOut, cubicOut, type Ease, expoOut } from './ease.ts';

/** Change from one shot to the next. A film has one kind. `mask` opens the next shot in the shape of the brand. */
export type TransitionKind = 'cut' | 'mask';

/** Motion with which a word appears within three frames. */
export type RevealKind = 'rise' | 'drop' | 'slide' | 'pop' | 'fade';

/** How the product comes on the screen. */
export type EntranceKind = 'zoom' | 'rise' | 'side' | 'pop';

/** Motion of a whole film. Durations are in seconds. */
export interface FilmStyle {
  shape: BrandShape;
  transition: TransitionKind;
  transitionSeconds: number;
  reveal: RevealKind;
  ease: Ease;
  entrance: EntranceKind;
  /** Enlargement of pictures in a second, as a share of their size. */
  push: number;
  /**
   * True to enlarge the picture in one frame in the middle of a long shot, like a cut to a closer view; false to do it
   * gently.
   */
  punchesIn: boolean;
}

/** Properties of which a tone allows several values. The seed picks one. */
type Chosen = 'transition' | 'reveal' | 'entrance';
type Choices = { [Key in Chosen]: readonly [FilmStyle[Key], ...FilmStyle[Key][]] };

const byTone: Record<Tone, Choices & Omit<FilmStyle, Chosen | 'shape'>> = {
  bold: {
    transition: ['cut', 'cut', 'mask'],
    reveal: ['rise', 'slide', 'drop'],
    entrance: ['zoom', 'side'],
    ...{ transitionSeconds: 0.2, push: 0.07, ease: expoOut, punchesIn: true },
  },
  elegant: {
    transition: ['mask'],
    reveal: ['fade', 'rise'],
    entrance: ['rise'],
    ...{ transitionSeconds: 0.4, push: 0.035, ease: cubicOut, punchesIn: false },
  },
  friendly: {
    transition: ['mask', 'cut'],
    reveal: ['rise', 'fade'],
    entrance: ['rise', 'side'],
    ...{ transitionSeconds: 0.3, push: 0.05, ease: cubicOut, punchesIn: false },
  },
  technical: {
    transition: ['mask', 'cut'],
    reveal: ['slide', 'fade'],
    entrance: ['side', 'zoom'],
    ...{ transitionSeconds: 0.27, push: 0.05, ease: expoOut, punchesIn: true },
  },
  natural: {
    transition: ['mask'],
    reveal: ['fade', 'rise'],
    entrance: ['rise'],
    ...{ transitionSeconds: 0.4, push: 0.04, ease: cubicOut, punchesIn: false },
  },
  playful: {
    transition: ['mask', 'cut'],
    reveal: ['pop', 'drop'],
    entrance: ['pop'],
    ...{ transitionSeconds: 0.27, push: 0.06, ease: backOut, punchesIn: true },
  },
};

/** Returns the tone whose pace and motion a film has. A film that is wanted calm moves like an elegant one. */
export const motionTone = ({ tone, direction }: Pick<Brief, 'tone' | 'direction'>): Tone =>
  direction.moods?.includes('calm') === true ? 'elegant' : tone;

/**
 * Returns the motion of a film. A film of type alone has cuts, because any other change would show no word for a
 * moment.
 */
export function filmStyle(brief: Pick<Brief, 'tone' | 'seed' | 'direction'>, hasPictures: boolean): FilmStyle {
  const { tone, seed } = brief;
  const style = byTone[motionTone(brief)];
  const pick = <T>(key: Chosen, all: readonly [T, ...T[]]): T => seededChoice(seed, `film ${key}`, all) ?? all[0];
  return {
    ...style,
    shape: brandShape(tone, seed),
    transition: hasPictures ? pick('transition', style.transition) : 'cut',
    reveal: pick('reveal', style.reveal),
    entrance: pick('entrance', style.entrance),
  };
}
