import type { Film } from './film.ts';
import type { Frame } from './frame.ts';
import { brightnessSamples, grid, isAlike, sampleCount } from './frame-samples.ts';

/** Maximum brightness of the measured pixels of a black frame. Black is 16, white is 235. */
const blackMax = 28;
/** Difference in brightness of two neighbouring pixels at the edge of a letter. */
const strongEdge = 40;
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

  /** Length of the longest black stretch, in seconds. */
  get blackSeconds(): number {
    return this.#black.longest / this.#film.framesPerSecond;
  }

  /** Length of the longest stretch without visible movement, in seconds. */
  get frozenSeconds(): number {
    return this.#frozen.longest / this.#film.framesPerSecond;
  }

  /** Contrast of the first frame and of the last frame so far: deviation of the brightness. */
  get contrasts(): Readonly<{ first: number; last: number }> {
    return this.#contrasts;
  }

  #considerPoster(frame: number, pixels: Frame): void {
    if (frame >= (this.#film.scenes[0]?.endFrame ?? 0)) return;
    const edges = strongEdges(pixels);
    // Slightly more edges do not count, so that the poster is not the last of many similar frames.
    if (edges > this.#poster.edges * 1.02) this.#poster = { frame, edges };
  }
}

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
