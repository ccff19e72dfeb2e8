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
  #row: Uint8Array = new Uint8Array(0);

  constructor(samplesMax: number) {
    this.#source = lineOf(samplesMax);
    this.#line = lineOf(samplesMax);
    this.#upper = lineOf(samplesMax);
    this.#lower = lineOf(samplesMax);
  }

  /** Sets the plane, and the columns that each row is read at. */
  open(plane: Plane, across: Steps, count: number): void {
    this.#plane = plane;
    this.#across = across;
    this.#count = count;
    this.#row = this.#line.bytes.subarray(0, count);
    this.#upper.row = -1;
    this.#lower.row = -1;
  }

  /** Returns the row at the fixed-point position `down`. The row is valid until the next call. */
  read(down: number): Uint8Array {
    const { height } = this.#plane;
    const inside = Math.min(Math.max(down, 0), (height - 1) * one);
    const row = inside >> fractionBits;
    const part = (inside >> toByte) & 255;
    if (part === 0 && this.#isWhole()) return this.#original(row);
    this.#prepare(row, part === 0 ? row : row + 1);
    if (part === 0) return this.#upper.bytes.subarray(0, this.#count);
    blendRows(this.#upper.words, this.#lower.words, part, this.#line.words.subarray(0, (this.#count + 3) >> 2));
    return this.#row;
  }

  #isWhole(): boolean {
    const { start, step } = this.#across;
    if (step !== one || start < 0 || (start & (one - 1)) >> toByte !== 0) return false;
    return (start >> fractionBits) + this.#count <= this.#plane.width;
  }

  #original(row: number): Uint8Array {
    const from = row * this.#plane.width + (this.#across.start >> fractionBits);
    return this.#plane.samples.subarray(from, from + this.#count);
  }

  #prepare(upperRow: number, lowerRow: number): void {
    if (this.#lower.row === upperRow) [this.#upper, this.#lower] = [this.#lower, this.#upper];
    if (this.#upper.row !== upperRow) this.#interpolate(upperRow, this.#upper);
    if (this.#lower.row !== lowerRow && lowerRow !== upperRow) this.#interpolate(lowerRow, this.#lower);
  }

  /** Interpolates a source row along the row. */
  #interpolate(row: number, into: Line): void {
    const { samples, width } = this.#plane;
    const { start, step } = this.#across;
    const source = samples.subarray(row * width, (row + 1) * width);
    // Samples from `begin` to `end` lie between two source samples, the others outside the plane.
    const begin = Math.min(this.#count, Math.max(0, Math.ceil(-start / step)));
    const end = Math.max(begin, Math.min(this.#count, Math.ceil(((width - 1) * one - start) / step)));
    if (step === one && begin === 0) this.#shift(source, into);
    else stretch(source, { start, step }, into.bytes, { begin, end });
    into.bytes.fill(source[0] ?? 0, 0, begin);
    into.bytes.fill(source[width - 1] ?? 0, end, this.#count);
    into.row = row;
  }

  #shift(source: Uint8Array, into: Line): void {
    const { start } = this.#across;
    const from = start >> fractionBits;
    this.#source.bytes.set(source.subarray(from, from + this.#count + 1));
    shiftRow(this.#source.words, (start >> toByte) & 255, into.words.subarray(0, (this.#count + 3) >> 2));
  }
}

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

/** Interpolates between each sample and the next. `right` of 256 is the share of the next sample. */
function shiftRow(source: Int32Array, right: number, into: Int32Array): void {
  const left = 256 - right;
  let word = source[0] ?? 0;
  for (let i = 0; i < into.length; i++) {
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
function blendRows(upper: Int32Array, lower: Int32Array, down: number, into: Int32Array): void {
  const up = 256 - down;
  for (let i = 0; i < into.length; i++) {
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

function stretch(source: Uint8Array, { start, step }: Steps, into: Uint8Array, { begin, end }: Range): void {
  let position = start + begin * step;
  for (let i = begin; i < end; i++) {
    const at = position >> fractionBits;
    const before = source[at] ?? 0;
    into[i] = ((before << 8) + ((source[at + 1] ?? 0) - before) * ((position >> toByte) & 255) + 128) >> 8;
    position += step;
  }
}
