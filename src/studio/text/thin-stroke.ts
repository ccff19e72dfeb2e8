import type { Size } from '../box.ts';

/** Share of the length of all strokes that is thinner than the thin strokes. Corners and tips of serifs are less. */
const thinShare = 0.2;

/**
 * Returns the thickness of the thin strokes of drawn letters, in pixels: a fifth of the length of all strokes is
 * thinner. The stroke through a pixel is as thick as the shorter of the level and the upright line through the pixel that
 * stay inside the letter, which is up to 1.4 times too much in a slanted stroke. `pixels` are RGBA. Returns `Infinity` if
 * nothing is drawn.
 */
export function thinStroke(pixels: Uint8Array, size: Size): number {
  const isInk = Uint8Array.from({ length: size.width * size.height }, (_, at) =>
    (pixels[at * 4 + 3] ?? 0) > 127 ? 1 : 0,
  );
  const thickness = new Float32Array(isInk.length).fill(Infinity);
  measureRuns(isInk, thickness, { lines: size.height, length: size.width, next: size.width, step: 1 });
  measureRuns(isInk, thickness, { lines: size.width, length: size.height, next: 1, step: size.width });
  // A stroke of a given length has as many pixels as it is thick, so each pixel counts as the reciprocal of that.
  const measured = Array.from(thickness.filter((each) => each < Infinity)).toSorted((a, b) => a - b);
  const wanted = thinShare * measured.reduce((sum, each) => sum + 1 / each, 0);
  let passed = 0;
  return measured.find((each) => (passed += 1 / each) >= wanted) ?? Infinity;
}

interface Runs {
  lines: number;
  length: number;
  /** Distance between the first pixels of two lines. */
  next: number;
  /** Distance between two pixels of a line. */
  step: number;
}

/** Lowers the thickness of each pixel to the length of the run of ink that it belongs to. */
function measureRuns(isInk: Uint8Array, thickness: Float32Array, { lines, length, next, step }: Runs): void {
  for (let line = 0; line < lines; line++) {
    const pixel = (at: number) => line * next + at * step;
    let start = 0;
    for (let at = 0; at <= length; at++) {
      if (at < length && isInk[pixel(at)] === 1) continue;
      for (let run = start; run < at; run++) thickness[pixel(run)] = Math.min(thickness[pixel(run)] ?? 0, at - start);
      start = at + 1;
    }
  }
}
