import type { Tone } from '../brief.ts';

/** Beats of the music of a film. The first beat falls on the first frame, and the film ends where beat `beats` would be. */
export interface BeatGrid {
  beatsPerMinute: number;
  secondsPerBeat: number;
  /** Number of beats in the film, always even. */
  beats: number;
}

/** Tempo that suits a tone, in beats per minute. Elegant and natural brands are calm, bold and playful brands are fast. */
const preferredTempo: Record<Tone, number> = {
  elegant: 100,
  natural: 104,
  friendly: 110,
  technical: 114,
  bold: 118,
  playful: 122,
};

/**
 * Returns the beats of a film of `seconds`. The tempo is the one nearest to the preferred tempo of the tone at which the
 * film has an even number of beats, so that music in half bars ends exactly with the film. Films of 10 to 15 seconds get
 * a tempo of 100 to 124 beats per minute. The same grid serves silent films, whose cuts fall on beats too.
 */
export function beatGrid(tone: Tone, seconds: number): BeatGrid {
  const preferred = preferredTempo[tone];
  const counts = evenCounts(seconds);
  const beats = counts.reduce((best, count) => (offBy(count) < offBy(best) ? count : best));
  return { beats, beatsPerMinute: (beats * 60) / seconds, secondsPerBeat: seconds / beats };

  function offBy(count: number): number {
    return Math.abs((count * 60) / seconds - preferred);
  }
}

const slowest = 100;
const fastest = 124;

/** Returns the even numbers of beats that keep the tempo between the limits, or the next even number if none does. */
function evenCounts(seconds: number): [number, ...number[]] {
  const first = 2 * Math.ceil((slowest * seconds) / 120 - 1e-9);
  const last = 2 * Math.floor((fastest * seconds) / 120 + 1e-9);
  const more = Array.from({ length: Math.max(0, (last - first) / 2) }, (_, at) => first + 2 * (at + 1));
  return [Math.max(2, first), ...more];
}

/** Returns the time of a beat in seconds since the start of the film. Beat 0 is the first. Fractions are allowed. */
export const beatSeconds = (grid: BeatGrid, beat: number): number => beat * grid.secondsPerBeat;

/** Returns the number of the beat that is nearest to a time in the film. */
export const nearestBeat = (grid: BeatGrid, seconds: number): number =>
  Math.min(grid.beats, Math.max(0, Math.round(seconds / grid.secondsPerBeat)));
