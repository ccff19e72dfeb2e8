import type { Breaker } from '../../text/breaks.ts';
import type { TextEngine } from '../../text/engine.ts';
import type { FilmStyle } from './film-style.ts';

/** Everything that the motion of a shot depends on, apart from its layout. */
export interface ShotContext {
  style: FilmStyle;
  engine: TextEngine;
  breaker: Breaker;
  /** Length of 1 % of the canvas's short side, in pixels. */
  u: number;
  rtl: boolean;
  /** Length of the shot and of a beat of the music, in seconds. */
  seconds: number;
  beatSeconds: number;
  /** Length of the shot with the transition to the next shot, in seconds. */
  visibleSeconds: number;
  /**
   * Time, in seconds since the start of the shot, at which shapes begin to arrive. Negative for the first shot.
   */
  cue: number;
  /** Time at which texts begin to arrive: after the transition into the shot, which would cut them. */
  textCue: number;
  /** Time at which the transition to the next shot would cut the texts, so that they disappear before; null for a cut. */
  textsEnd: number | null;
}
