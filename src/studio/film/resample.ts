import type { HeapPlane } from './heap-sprite.ts';
import { fractionBits, stretchStepMax } from './kernels.ts';
import type { PixelHeap } from './pixel-heap.ts';

/** Positions along a row or column in fixed point: the first sample is at `start`, the next at `start + step`. */
export interface Steps {
  start: number;
  step: number;
}

/** A distance of one sample in fixed point. */
export const one = 1 << fractionBits;
/** Number of bits to drop from a fixed-point position so that 8 bits of the fraction remain. */
const toByte = fractionBits - 8;

/** Row of samples on the heap. `row` is the number of the source row that it was made from, or -1. */
interface Line {
  address: number;
  row: number;
}

/**
 * Reads rows of a plane at fractional positions, with bilinear interpolation to 1/256 of a sample. Positions outside
 * the plane give the nearest sample. The reader keeps the last two source rows, interpolated along the row, because
 * the next row usually needs one of them again.
 */
export class RowReader {
  readonly #heap: PixelHeap;
  readonly #line: Line;
  #upper: Line;
  #lower: Line;
  #plane: HeapPlane = { width: 0, height: 0, address: 0 };
  #across: Steps = { start: 0, step: one };
  #count = 0;
  /** Samples from `begin` to `end` lie between two source samples, the others outside the plane. */
  #between = { begin: 0, end: 0 };
  #isCopy = false;

  constructor(heap: PixelHeap, samplesMax: number) {
    const line = (): Line => ({ address: heap.allocate(samplesMax), row: -1 });
    this.#heap = heap;
    this.#line = line();
    this.#upper = line();
    this.#lower = line();
  }

  /** Sets the plane, and the columns that each row is read at. */
  open(plane: HeapPlane, across: Steps, count: number): void {
    const { start, step } = across;
    const begin = Math.min(count, Math.max(0, Math.ceil(-start / step)));
    const end = Math.max(begin, Math.min(count, Math.ceil(((plane.width - 1) * one - start) / step)));
    this.#plane = plane;
    this.#across = across;
    this.#count = count;
    this.#between = { begin, end };
    this.#isCopy = step === one && start >= 0 && isWhole(start) && (start >> fractionBits) + count <= plane.width;
    this.#upper.row = -1;
    this.#lower.row = -1;
  }

  /** Returns the address of the row at the fixed-point position `down`. The row is valid until the next call. */
  read(down: number): number {
    const { width, height, address } = this.#plane;
    const inside = Math.min(Math.max(down, 0), (height - 1) * one);
    const row = inside >> fractionBits;
    const part = (inside >> toByte) & 255;
    if (part === 0 && this.#isCopy) return address + row * width + (this.#across.start >> fractionBits);
    this.#prepare(row, part === 0 ? row : row + 1);
    if (part === 0) return this.#upper.address;
    this.#heap.kernels.mix(this.#upper.address, this.#lower.address, this.#line.address, part, this.#count);
    return this.#line.address;
  }

  #prepare(upperRow: number, lowerRow: number): void {
    if (this.#lower.row === upperRow) [this.#upper, this.#lower] = [this.#lower, this.#upper];
    if (this.#upper.row !== upperRow) this.#interpolate(upperRow, this.#upper);
    if (this.#lower.row !== lowerRow && lowerRow !== upperRow) this.#interpolate(lowerRow, this.#lower);
  }

  /** Computes the samples of a source row at the columns that `open` has set, and stores them in `into`. */
  #interpolate(row: number, into: Line): void {
    const { width, address } = this.#plane;
    const { begin, end } = this.#between;
    const { bytes } = this.#heap;
    const first = address + row * width;
    if (begin < end) this.#interpolateBetween(first, into.address + begin);
    if (begin > 0) bytes.fill(bytes[first] ?? 0, into.address, into.address + begin);
    if (end < this.#count) bytes.fill(bytes[first + width - 1] ?? 0, into.address + end, into.address + this.#count);
    into.row = row;
  }

  #interpolateBetween(first: number, into: number): void {
    const { begin, end } = this.#between;
    const { start, step } = this.#across;
    const from = start + begin * step;
    const count = end - begin;
    const { kernels, bytes } = this.#heap;
    if (step === one) {
      const source = first + (from >> fractionBits);
      kernels.mix(source, source + 1, into, (from >> toByte) & 255, count);
    } else if (step <= stretchStepMax) kernels.stretch(first, into, from, step, count);
    else stretchFar(bytes, first, into, { start: from, step, count });
  }
}

/** Does the same as the kernel `stretch`, in JavaScript, also for a `step` above `stretchStepMax`. */
function stretchFar(
  bytes: Uint8Array,
  source: number,
  into: number,
  { start, step, count }: Steps & { count: number },
): void {
  for (let i = 0, position = start; i < count; i++, position += step) {
    const at = source + (position >> fractionBits);
    const before = bytes[at] ?? 0;
    const share = (position >> toByte) & 255;
    bytes[into + i] = ((before << 8) + ((bytes[at + 1] ?? 0) - before) * share + 128) >> 8;
  }
}

/** Reports whether a fixed-point position is a whole number, as far as 8 bits of its fraction show. */
const isWhole = (position: number): boolean => (position & (one - 1)) >> toByte === 0;
