import type { Size } from '../box.ts';

/** One component of a picture, such as the brightness, with one byte per sample, row by row. */
export interface Plane extends Size {
  samples: Uint8Array;
}

/** Positions along a row or column in fixed point: the first sample is at `start`, the next at `start + step`. */
export interface Steps {
  start: number;
  step: number;
}

/** Number of bits for the fraction of a fixed-point position. */
const fractionBits = 18;
/** A distance of one sample in fixed point. */
export const one = 1 << fractionBits;
/** Number of bits to drop from a fixed-point position so that 8 bits of the fraction remain. */
const toByte = fractionBits - 8;

/**
 * Interpolation of four bytes at once, in two halves of a 32-bit number: `evenLanes` selects the first and third byte,
 * which leaves 16 bits for each product. `round` adds a half to both halves before the low 8 bits are dropped.
 */
const evenLanes = 0x00ff00ff;
const oddLanes = ~evenLanes;
const round = 0x00800080;

/** Samples of a row, from index `first` of an array. */
export interface RowSamples {
  samples: Uint8Array;
  first: number;
}

/**
 * Reads rows of a plane at fractional positions, with bilinear interpolation to 1/256 of a sample. Positions outside
 * the plane give the nearest sample. The reader keeps the last two source rows, interpolated along the row, because
 * the next row usually needs one of them again.
 */
export class RowReader {
  readonly #source: Line;
  readonly #line: Line;
  #upper: Line;
  #lower: Line;
  #plane: Plane = { width: 0, height: 0, samples: new Uint8Array(0) };
  #across: Steps = { start: 0, step: one };
  #count = 0;
  /** Samples from `begin` to `end` lie between two source samples, the others outside the plane. */
  #between = { begin: 0, end: 0 };
  readonly #row: RowSamples = { samples: new Uint8Array(0), first: 0 };

  constructor(samplesMax: number) {
    this.#source = lineOf(samplesMax);
    this.#line = lineOf(samplesMax);
    this.#upper = lineOf(samplesMax);
    this.#lower = lineOf(samplesMax);
  }

  /** Sets the plane, and the columns that each row is read at. */
  open(plane: Plane, across: Steps, count: number): void {
    const { start, step } = across;
    const begin = Math.min(count, Math.max(0, Math.ceil(-start / step)));
    const end = Math.max(begin, Math.min(count, Math.ceil(((plane.width - 1) * one - start) / step)));
    this.#plane = plane;
    this.#across = across;
    this.#count = count;
    this.#between = { begin, end };
    this.#upper.row = -1;
    this.#lower.row = -1;
  }

  /** Reports whether the rows from the fixed-point position `down` on are copies of rows of the plane. */
  isCopy(down: number): boolean {
    return isWhole(down) && down >= 0 && this.#isCopyAcross();
  }

  /** Returns the row at the fixed-point position `down`. The result is valid until the next call. */
  read(down: number): RowSamples {
    const { width, height, samples } = this.#plane;
    const inside = Math.min(Math.max(down, 0), (height - 1) * one);
    const row = inside >> fractionBits;
    const part = (inside >> toByte) & 255;
    if (part === 0 && this.#isCopyAcross())
      return this.#found(samples, row * width + (this.#across.start >> fractionBits));
    this.#prepare(row, part === 0 ? row : row + 1);
    if (part === 0) return this.#found(this.#upper.bytes, 0);
    blendRows(this.#upper.words, this.#lower.words, part, { into: this.#line.words, count: wordsFor(this.#count) });
    return this.#found(this.#line.bytes, 0);
  }

  #found(samples: Uint8Array, first: number): RowSamples {
    this.#row.samples = samples;
    this.#row.first = first;
    return this.#row;
  }

  #isCopyAcross(): boolean {
    const { start, step } = this.#across;
    return step === one && start >= 0 && isWhole(start) && (start >> fractionBits) + this.#count <= this.#plane.width;
  }

  #prepare(upperRow: number, lowerRow: number): void {
    if (this.#lower.row === upperRow) [this.#upper, this.#lower] = [this.#lower, this.#upper];
    if (this.#upper.row !== upperRow) this.#interpolate(upperRow, this.#upper);
    if (this.#lower.row !== lowerRow && lowerRow !== upperRow) this.#interpolate(lowerRow, this.#lower);
  }

  /** Interpolates a source row along the row. */
  #interpolate(row: number, into: Line): void {
    if (this.#across.step === one) this.#shift(row, into);
    else this.#stretch(row, into);
    into.row = row;
  }

  #shift(row: number, into: Line): void {
    const { samples, width } = this.#plane;
    const first = row * width;
    const from = this.#across.start >> fractionBits;
    const [begin, end] = [Math.max(0, from), Math.min(width, from + this.#count + 1)];
    const inside = samples.subarray(first + begin, first + Math.max(begin, end));
    const padded = this.#source.bytes;
    padded.set(inside, begin - from);
    for (let i = 0; i < begin - from; i++) padded[i] = samples[first] ?? 0;
    for (let i = begin - from + inside.length; i <= this.#count; i++) padded[i] = samples[first + width - 1] ?? 0;
    const right = (this.#across.start >> toByte) & 255;
    shiftRow(this.#source.words, right, { into: into.words, count: wordsFor(this.#count) });
  }

  #stretch(row: number, into: Line): void {
    const { samples, width } = this.#plane;
    const { begin, end } = this.#between;
    const first = row * width;
    stretch({ samples, first }, this.#across, into.bytes, this.#between);
    for (let i = 0; i < begin; i++) into.bytes[i] = samples[first] ?? 0;
    for (let i = end; i < this.#count; i++) into.bytes[i] = samples[first + width - 1] ?? 0;
  }
}

/** Reports whether a fixed-point position is a whole number, as far as 8 bits of its fraction show. */
const isWhole = (position: number): boolean => (position & (one - 1)) >> toByte === 0;
const wordsFor = (samples: number): number => (samples + 3) >> 2;

/** A row of samples, also as words of four samples. `row` is the number of the source row, or -1. */
interface Line {
  bytes: Uint8Array;
  words: Int32Array;
  row: number;
}

function lineOf(samplesMax: number): Line {
  // One word more than needed, because `shiftRow` reads the word after the last.
  const words = new Int32Array((samplesMax >> 2) + 2);
  return { bytes: new Uint8Array(words.buffer), words, row: -1 };
}

interface Words {
  into: Int32Array;
  count: number;
}

/** Interpolates between each sample and the next. `right` of 256 is the share of the next sample. */
function shiftRow(source: Int32Array, right: number, { into, count }: Words): void {
  const left = 256 - right;
  let word = source[0] ?? 0;
  for (let i = 0; i < count; i++) {
    const following = source[i + 1] ?? 0;
    const even = word & evenLanes;
    const odd = (word >>> 8) & evenLanes;
    const nextEven = (even >>> 16) | ((following & evenLanes) << 16);
    const first = Math.imul(even, left) + Math.imul(odd, right) + round;
    const second = Math.imul(odd, left) + Math.imul(nextEven, right) + round;
    into[i] = ((first >>> 8) & evenLanes) | (second & oddLanes);
    word = following;
  }
}

/** Interpolates between two rows. `down` of 256 is the share of the lower row. */
function blendRows(upper: Int32Array, lower: Int32Array, down: number, { into, count }: Words): void {
  const up = 256 - down;
  for (let i = 0; i < count; i++) {
    const above = upper[i] ?? 0;
    const below = lower[i] ?? 0;
    const even = Math.imul(above & evenLanes, up) + Math.imul(below & evenLanes, down) + round;
    const odd = Math.imul((above >>> 8) & evenLanes, up) + Math.imul((below >>> 8) & evenLanes, down) + round;
    into[i] = ((even >>> 8) & evenLanes) | (odd & oddLanes);
  }
}

interface Range {
  begin: number;
  end: number;
}

function stretch({ samples, first }: RowSamples, { start, step }: Steps, into: Uint8Array, range: Range): void {
  // V8 computes in integers, which is several times as fast, only if it can see that all numbers are integers.
  const by = step | 0;
  let position = (start + range.begin * step) | 0;
  for (let i = range.begin; i < range.end; i++) {
    const at = (first + (position >> fractionBits)) | 0;
    const before = samples[at] ?? 0;
    into[i] = ((before << 8) + ((samples[at + 1] ?? 0) - before) * ((position >> toByte) & 255) + 128) >> 8;
    position = (position + by) | 0;
  }
}
