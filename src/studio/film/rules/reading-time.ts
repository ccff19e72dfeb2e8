import { readability } from '../scenes/shot-plan.ts';
import type { FilmRule } from './film-rule.ts';

/** Maximum of the reported value, which a film without changing texts has too. */
const valueMax = 10;

/** Checks that every text is shown for the time that it takes to read. The value is a multiple of this time. */
export const readingTime: FilmRule<'laid'> = ({ shots }) => {
  const value = Math.min(...shots.flatMap(({ shot }) => shot.parts.map(readability)), valueMax);
  return { check: 'reading_time', value: Math.round(value * 100) / 100, limit: 1, passed: value >= 0.999 };
};
