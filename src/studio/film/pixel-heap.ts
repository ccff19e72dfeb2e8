import { type Kernels, kernelsFor } from './kernels.ts';

/** The part of the WebAssembly API that is used here; Node.js has all of it, but no types for it. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow: (pages: number) => number };
};

const pageBytes = 65_536;
/** Bytes after each allocation that kernels may read or write beyond its end. */
const padding = 32;

/** Bytes that follow each other. */
interface Block {
  address: number;
  length: number;
}

/** Memory that the kernels work on. It never shrinks, but bytes that are given back are used again. */
export class PixelHeap {
  readonly kernels: Kernels;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #bytes = new Uint8Array(this.#memory.buffer);
  #used = 0;
  readonly #given = new Map<number, number>();
  /** Blocks that were given back, by address. */
  #free: Block[] = [];

  constructor() {
    this.kernels = kernelsFor(this.#memory);
  }

  /** All bytes of the heap. An allocation can replace the array. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Returns the address of bytes that nothing else uses. */
  allocate(length: number): number {
    const wanted = Math.ceil((length + padding) / 16) * 16;
    const address = this.#reused(wanted) ?? this.#grown(wanted);
    this.#given.set(address, wanted);
    return address;
  }

  /** Gives back the bytes at an address that `allocate` or `store` returned. */
  free(address: number): void {
    const length = this.#given.get(address);
    if (length === undefined) return;
    this.#given.delete(address);
    this.#free = joined([...this.#free, { address, length }]);
  }

  /** Takes the bytes from the smallest free block that has as many. */
  #reused(length: number): number | null {
    const fitting = this.#free.filter((block) => block.length >= length).toSorted((a, b) => a.length - b.length)[0];
    if (fitting === undefined) return null;
    const { address } = fitting;
    const rest = { address: address + length, length: fitting.length - length };
    this.#free = [...this.#free.filter((block) => block !== fitting), ...(rest.length > 0 ? [rest] : [])];
    return address;
  }

  #grown(length: number): number {
    const address = this.#used;
    this.#used += length;
    const missing = Math.ceil((this.#used - this.#bytes.length) / pageBytes);
    if (missing > 0) {
      this.#memory.grow(missing);
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    return address;
  }

  /** Returns the address of a copy of the samples. */
  store(samples: Uint8Array): number {
    const address = this.allocate(samples.length);
    this.#bytes.set(samples, address);
    return address;
  }
}

/** Joins blocks that follow each other without a gap. */
function joined(blocks: readonly Block[]): Block[] {
  const all: Block[] = [];
  for (const block of blocks.toSorted((a, b) => a.address - b.address)) {
    const last = all.at(-1);
    if (last !== undefined && last.address + last.length === block.address) last.length += block.length;
    else all.push({ ...block });
  }
  return all;
}
