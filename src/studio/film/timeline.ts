import { type BeatGrid, beatSeconds } from './beats.ts';

/** Time that a scene needs, in seconds. */
export interface SceneNeed {
  /** Length that the script plans. */
  planned: number;
  /** Minimum length: the time to speak or to read the scene's words. */
  needed: number;
}

export interface Span {
  startSeconds: number;
  endSeconds: number;
}

/** Shortest and usual length of the end card in seconds. */
const endCardSeconds = { min: 1.95, usual: 2.3 };
/** Minimum length of a scene before the end card, in seconds. */
export const sceneSecondsMin = 2;

/**
 * Divides a film among its scenes. The last scene is the end card. Every boundary falls on a beat and no scene is
 * shorter than a beat. Guarantee: each scene gets the time it needs if there is enough time for all scenes.
 */
export function sceneSpans(grid: BeatGrid, needs: readonly SceneNeed[]): Span[] {
  const usual = Math.round(endCardSeconds.usual / grid.secondsPerBeat);
  const lengths = adjusted(beatsNeeded(grid, needs), { needs, beats: grid.beats, endCard: usual });
  let beat = 0;
  return lengths.map((length) => {
    const startSeconds = beatSeconds(grid, beat);
    beat += length;
    return { startSeconds, endSeconds: beatSeconds(grid, beat) };
  });
}

/** Returns the minimum number of beats of each scene. The last scene is the end card. */
export function beatsNeeded(grid: BeatGrid, needs: readonly Pick<SceneNeed, 'needed'>[]): number[] {
  const beatsFor = (seconds: number) => Math.max(1, Math.ceil(seconds / grid.secondsPerBeat - 1e-6));
  return needs.map(({ needed }, at) =>
    beatsFor(Math.max(needed, at === needs.length - 1 ? endCardSeconds.min : sceneSecondsMin)),
  );
}

interface Budget {
  needs: readonly SceneNeed[];
  beats: number;
  /** Usual number of beats of the end card. */
  endCard: number;
}

/**
 * Returns the number of beats of each scene so that the sum is `beats`. `floors` are the minimum numbers. If their sum
 * is too large, takes beats from the longest scenes. Otherwise first gives beats to the end card up to its usual
 * length, then to the scenes that are shortest compared with their planned length.
 */
function adjusted(floors: readonly number[], { needs, beats, endCard }: Budget): number[] {
  const lengths = [...floors];
  const spare = () => beats - lengths.reduce((sum, length) => sum + length, 0);
  const change = (at: number, by: number) => lengths.splice(at, 1, (lengths[at] ?? 0) + by);
  const last = lengths.length - 1;
  while (spare() < 0 && Math.max(...lengths) > 1) change(lengths.indexOf(Math.max(...lengths)), -1);
  while (spare() > 0 && (last === 0 || (lengths[last] ?? 0) < endCard)) change(last, 1);
  const filled = (at: number) => (lengths[at] ?? 0) / Math.max(0.1, needs[at]?.planned ?? 1);
  const others = Array.from({ length: last }, (_, at) => at);
  while (spare() > 0)
    change(
      others.reduce((best, at) => (filled(at) < filled(best) ? at : best)),
      1,
    );
  return lengths;
}

/**
 * Divides a span of the film into parts with boundaries on beats, so that each part gets the time it needs. Returns null
 * if the span is too short for that.
 */
export function divided(grid: BeatGrid, { startSeconds, endSeconds }: Span, needs: readonly number[]): Span[] | null {
  const first = Math.round(startSeconds / grid.secondsPerBeat);
  const last = Math.round(endSeconds / grid.secondsPerBeat);
  const floors = needs.map((needed) => Math.max(1, Math.ceil(needed / grid.secondsPerBeat - 1e-6)));
  const sum = floors.reduce((total, floor) => total + floor, 0);
  if (sum > last - first) return null;
  for (let spare = last - first - sum; spare > 0; spare--) {
    const shortest = floors.indexOf(Math.min(...floors));
    floors.splice(shortest, 1, (floors[shortest] ?? 0) + 1);
  }
  let beat = first;
  return floors.map((length) => {
    const from = beatSeconds(grid, beat);
    beat += length;
    return { startSeconds: from, endSeconds: beatSeconds(grid, beat) };
  });
}
