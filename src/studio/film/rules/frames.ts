import { atLeast, atMost } from '../../rules/limits.ts';
import type { FilmRule } from './film-rule.ts';

/** Limits in seconds, and in levels of brightness. */
const blackSecondsMax = 0.5;
const frozenSecondsMax = 2.5;
const contrastMin = 4;

export const duration: FilmRule<'encoded'> = ({ film: { frames, framesPerSecond }, wantedSeconds }) => {
  const error = Math.abs(frames / framesPerSecond - wantedSeconds);
  return atMost('film_duration_error_seconds', rounded(error), rounded(1 / framesPerSecond));
};

export const blackFrames: FilmRule<'encoded'> = ({ frames }) =>
  atMost('film_black_seconds', rounded(frames.blackSeconds), blackSecondsMax);

export const frozenFrames: FilmRule<'encoded'> = ({ frames }) =>
  atMost('film_frozen_seconds', rounded(frames.frozenSeconds), frozenSecondsMax);

export const firstFrame: FilmRule<'encoded'> = ({ frames }) =>
  atLeast('film_first_frame_contrast', rounded(frames.contrasts.first), contrastMin);

export const lastFrame: FilmRule<'encoded'> = ({ frames }) =>
  atLeast('film_last_frame_contrast', rounded(frames.contrasts.last), contrastMin);

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
