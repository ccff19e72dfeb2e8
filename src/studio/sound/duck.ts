import type { TimeRange } from './loudness.ts';
import { sampleRate } from './stereo.ts';

/** Time in which the music falls before the voice starts. */
const attackSeconds = 0.18;
/** Time in which the music rises after the voice has ended. */
const releaseSeconds = 0.5;
/** Time for which the music stays low after the voice. */
const holdSeconds = 0.1;
/** Shortest pause of the voice in which the music rises. */
const pauseSecondsMin = 0.8;

/** Joins ranges of speech that are separated by pauses too short for the music to rise. Ranges are in order. */
export function phrasesOf(speech: readonly TimeRange[]): TimeRange[] {
  const phrases: TimeRange[] = [];
  for (const { from, to } of speech) {
    const last = phrases.at(-1);
    if (last !== undefined && from - last.to < pauseSecondsMin) last.to = to;
    else phrases.push({ from, to });
  }
  return phrases;
}

/** Returns the gain of each sample in decibels: `high` in pauses, `low` under the phrases, with ramps between. */
export function duckingGains(
  samples: number,
  phrases: readonly TimeRange[],
  levels: { high: number; low: number },
): Float32Array {
  const gains = new Float32Array(samples).fill(levels.high);
  for (const { from, to } of phrases) {
    const first = Math.max(0, Math.floor((from - attackSeconds) * sampleRate));
    const last = Math.min(samples, Math.ceil((to + holdSeconds + releaseSeconds) * sampleRate));
    for (let at = first; at < last; at++) {
      const seconds = at / sampleRate;
      const before = (from - seconds) / attackSeconds;
      const after = (seconds - to - holdSeconds) / releaseSeconds;
      const raised = Math.min(1, Math.max(0, before, after));
      gains[at] = Math.min(gains[at] ?? levels.high, levels.low + raised * (levels.high - levels.low));
    }
  }
  return gains;
}
