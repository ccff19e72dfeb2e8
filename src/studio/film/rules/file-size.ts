import { atMost } from '../../rules/limits.ts';
import type { FilmRule } from './film-rule.ts';

/** Maximum size of a film, in megabytes. The bit rate is limited too, so a film of 15 seconds stays below this size. */
const megabytesMax = 30;

export const fileSize: FilmRule<'encoded'> = ({ mp4 }) =>
  atMost('film_megabytes', Math.round(mp4.length / 10_000) / 100, megabytesMax);
