import type { QualityCheck } from '../brief.ts';
import type { Film } from './film.ts';
import type { Frame } from './frame.ts';
import { brightnessSamples, grid, isAlike, sampleCount } from './frame-samples.ts';

/** Maximum brightness of the measured pixels of a black frame. Black is 16, white is 235. */
const blackMax = 28;
/** Difference in brightness of two neighbouring pixels at the edge of a letter. */
const strongEdge = 40;
/** Limits of the checks, in seconds or in levels of brightness. */
const blackSecondsMax = 0.5;
const frozenSecondsMax = 2.5;
const contrastMin = 4;

/** Measures the frames of a film while they are made. The frames must be observed in order. */
export class FilmMonitor {
  readonly #film: Film;
  /** Samples of the frame at which the current frozen stretch started. */
  #reference: Uint8Array;
  #now: Uint8Array;
  readonly #black = new Stretch();
  readonly #frozen = new Stretch();
  #contrasts = { first: 0, last: 0 };
  #poster = { frame: 0, edges: -1 };

  constructor(film: Film) {
    this.#film = film;
    const samples = sampleCount(film);
    this.#reference = new Uint8Array(samples);
    this.#now = new Uint8Array(samples);
  }

  /** `isSame` is true if the frame has the pixels of the frame before. */
  observe(frame: number, pixels: Frame, isSame: boolean): void {
    if (isSame) {
      this.#black.repeat();
      this.#frozen.add(true);
      return;
    }
    brightnessSamples(pixels, this.#now);
    this.#black.add(this.#now.every((value) => value <= blackMax));
    this.#contrasts.last = deviation(this.#now);
    if (frame === 0) this.#contrasts.first = this.#contrasts.last;
    const isFrozen = frame > 0 && isAlike(this.#reference, this.#now);
    this.#frozen.add(isFrozen);
    if (!isFrozen) [this.#reference, this.#now] = [this.#now, this.#reference];
    this.#considerPoster(frame, pixels);
  }

  /** Number of the frame of the first scene that has the most lettering: the whole headline with its picture. */
  get posterFrame(): number {
    return this.#poster.frame;
  }

  /** Returns the results of the checks of all frames so far. `wantedSeconds` is the length that the film should have. */
  checks(wantedSeconds: number): QualityCheck[] {
    const { frames, framesPerSecond } = this.#film;
    const atMost = (check: string, value: number, limit: number) => ({ check, value, limit, passed: value <= limit });
    const atLeast = (check: string, value: number, limit: number) => ({ check, value, limit, passed: value >= limit });
    const seconds = (count: number) => rounded(count / framesPerSecond);
    const off = rounded(Math.abs(frames / framesPerSecond - wantedSeconds));
    return [
      atMost('film_duration_error_seconds', off, rounded(1 / framesPerSecond)),
      atMost('film_black_seconds', seconds(this.#black.longest), blackSecondsMax),
      atMost('film_frozen_seconds', seconds(this.#frozen.longest), frozenSecondsMax),
      atLeast('film_first_frame_contrast', rounded(this.#contrasts.first), contrastMin),
      atLeast('film_last_frame_contrast', rounded(this.#contrasts.last), contrastMin),
    ];
  }

  #considerPoster(frame: number, pixels: Frame): void {
    if (frame >= (this.#film.scenes[0]?.endFrame ?? 0)) return;
    const edges = strongEdges(pixels);
    // Slightly more edges do not count, so that the poster is not the last of many similar frames.
    if (edges > this.#poster.edges * 1.02) this.#poster = { frame, edges };
  }
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Length of the longest run of frames with a property. */
class Stretch {
  longest = 0;
  #length = 0;

  add(has: boolean): void {
    this.#length = has ? this.#length + 1 : 0;
    this.longest = Math.max(this.longest, this.#length);
  }

  /** Adds a frame that is equal to the frame before. */
  repeat(): void {
    this.add(this.#length > 0);
  }
}

function deviation(samples: Uint8Array): number {
  let [sum, squares] = [0, 0];
  for (const value of samples) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / samples.length;
  return Math.sqrt(Math.max(0, squares / samples.length - mean * mean));
}

function strongEdges({ y, width, height }: Frame): number {
  let edges = 0;
  for (let row = 0; row < height; row += 2 * grid)
    for (let at = row * width + 2; at < (row + 1) * width; at += 2)
      if (Math.abs((y[at] ?? 0) - (y[at - 2] ?? 0)) > strongEdge) edges++;
  return edges;
}
