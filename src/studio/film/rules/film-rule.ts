import type { RuleOf } from '../../rules/rule.ts';
import type { Format } from '../../format.ts';
import type { TextEngine } from '../../text/engine.ts';
import type { Film } from '../film.ts';
import type { FilmMonitor } from '../film-monitor.ts';
import type { MovingShot } from '../scenes/animate.ts';
import type { Caption } from '../scenes/captions.ts';
import type { LaidShot } from '../scenes/laid-shot.ts';

/** Proof that the rules of each phase measure. A shot at rest is checked earlier, with the rules for still ads. */
export interface FilmProofs {
  /** A shot that has been animated. A shot that stands still is animated again, then its texts move too. */
  animated: { format: Format; shot: MovingShot; seconds: number };
  /** A shot with its final motion. A shot that fails this phase or the one before gets another layout. */
  moved: { engine: TextEngine; format: Format; shot: MovingShot; seconds: number };
  /** All shots with the places and times of their texts and captions. */
  laid: { shots: readonly LaidShot[]; captions: readonly Caption[] };
  /** The finished film. `wantedSeconds` is the length that it should have. */
  encoded: {
    film: Film;
    frames: Pick<FilmMonitor, 'blackSeconds' | 'frozenSeconds' | 'contrasts'>;
    wantedSeconds: number;
    mp4: { length: number };
  };
}

export type Phase = keyof FilmProofs;

/** A quality check of every film, measured in a phase. */
export type FilmRule<P extends Phase> = RuleOf<FilmProofs[P]>;
