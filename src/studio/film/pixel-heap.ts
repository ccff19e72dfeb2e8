import { type Kernels, kernelsFor } from './kernels.ts';

/** The part of the WebAssembly API that is used here; Node.js has all of it, but no types for it. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow: (pages: number) => number };
};

const pageBytes = 65_536;
/** Bytes after each allocation that kernels may read or write beyond its end. */
const padding = 32;

/** Memory that the kernels work on. Allocations live as long as the heap. */
export class PixelHeap {
  readonly kernels: Kernels;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #bytes = new Uint8Array(this.#memory.buffer);
  #used = 0;

  constructor() {
    this.kernels = kernelsFor(this.#memory);
  }

  /** All bytes of the heap. An allocation can replace the array. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Returns the address of new bytes, which are 0. */
  allocate(length: number): number {
    const address = this.#used;
    this.#used += Math.ceil((length + padding) / 16) * 16;
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
