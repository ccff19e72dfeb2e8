import { type BeatGrid, beatSeconds } from './beats.ts';

/** What a scene needs of the time of a film, in seconds. */
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

/** Usual length of the end card in seconds. */
const endCardSeconds = 2.3;
/** Minimum length of a scene before the end card, in seconds. */
const sceneSecondsMin = 2;

/**
 * Divides a film among its scenes. The last scene is the end card. Every boundary falls on a beat and no scene is
 * shorter than a beat. Guarantee: each scene gets the time it needs if there is enough time for all scenes.
 */
export function sceneSpans(grid: BeatGrid, needs: readonly SceneNeed[]): Span[] {
  const beatsFor = (seconds: number) => Math.max(1, Math.ceil(seconds / grid.secondsPerBeat - 1e-6));
  const floors = needs.map(({ needed }, at) =>
    at === needs.length - 1
      ? Math.max(beatsFor(needed), Math.max(1, Math.round(endCardSeconds / grid.secondsPerBeat)))
      : beatsFor(Math.max(needed, sceneSecondsMin)),
  );
  const lengths = adjusted(floors, needs, grid.beats);
  let beat = 0;
  return lengths.map((length) => {
    const startSeconds = beatSeconds(grid, beat);
    beat += length;
    return { startSeconds, endSeconds: beatSeconds(grid, beat) };
  });
}

/** Takes beats from the scenes with the most beats, or gives beats to the scenes that are shortest for their plan. */
function adjusted(floors: readonly number[], needs: readonly SceneNeed[], beats: number): number[] {
  const lengths = [...floors];
  const total = () => lengths.reduce((sum, length) => sum + length, 0);
  const change = (at: number, by: number) => lengths.splice(at, 1, (lengths[at] ?? 0) + by);
  while (total() > beats && Math.max(...lengths) > 1) change(lengths.indexOf(Math.max(...lengths)), -1);
  // The end card keeps its length unless it is the only scene.
  const growing = lengths.length > 1 ? lengths.length - 1 : 1;
  const filled = (at: number) => (lengths[at] ?? 0) / Math.max(0.1, needs[at]?.planned ?? 1);
  while (total() < beats) {
    const shortest = Array.from({ length: growing }, (_, at) => at).reduce((best, at) =>
      filled(at) < filled(best) ? at : best,
    );
    change(shortest, 1);
  }
  return lengths;
}

/** Divides a span of the film into `count` parts of nearly the same length, with boundaries on beats. */
export function onBeats(grid: BeatGrid, { startSeconds, endSeconds }: Span, count: number): Span[] {
  const first = Math.round(startSeconds / grid.secondsPerBeat);
  const last = Math.round(endSeconds / grid.secondsPerBeat);
  const parts = Math.max(1, Math.min(count, last - first));
  const edge = (at: number) => beatSeconds(grid, first + Math.round(((last - first) * at) / parts));
  return Array.from({ length: parts }, (_, at) => ({ startSeconds: edge(at), endSeconds: edge(at + 1) }));
}
