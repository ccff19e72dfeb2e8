/** Number of bytes of a response that are searched for its status. */
const bytesMax = 65_536;

/** Start of a response as it arrived, for a response that the HTTP parser refuses. */
export class ArrivedStart {
  readonly #chunks: Buffer[] = [];
  #seenBytes = 0;

  add(chunk: Buffer): void {
    if (this.#seenBytes < bytesMax) this.#chunks.push(chunk.subarray(0, bytesMax - this.#seenBytes));
    this.#seenBytes += chunk.length;
  }

  get isEmpty(): boolean {
    return this.#seenBytes === 0;
  }

  /** Returns the status of the final response. Undefined if its status line has not arrived. */
  status(): number | undefined {
    return finalStatus(Buffer.concat(this.#chunks).toString('latin1'));
  }
}

/** Returns the status of the first response in `text` whose status is not 1xx. */
export function finalStatus(text: string): number | undefined {
  for (const head of text.split(/\r?\n\r?\n/)) {
    const status = /^\s*HTTP\/\d(?:\.\d)? +(\d{3})(?!\d)/.exec(head)?.[1];
    if (status?.startsWith('1') !== true) return status === undefined ? undefined : Number(status);
  }
  return undefined;
}
