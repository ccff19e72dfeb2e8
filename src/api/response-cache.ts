import { LRUCache } from 'lru-cache';

export const responseCacheBytes = 64 * 1_048_576;

/** What an entry costs beside its bytes: its key, the map's slots, and the objects around the bytes. */
const entryBytes = 512;

/**
 * The bytes of a body, each as one character. Node sends such a text with the headers in one piece, which is faster than
 * a buffer, and it takes no more memory.
 */
export type ByteText = string;

export function bytesOf(text: ByteText): Buffer {
  return Buffer.from(text, 'latin1');
}

export function byteText(bytes: Buffer): ByteText {
  return bytes.toString('latin1');
}

interface Kept {
  resourceVersion: string;
  body: ByteText;
}

/** Ready-made bodies of finished jobs, at most so many bytes of them; who was asked for longest ago goes first. */
export class ResponseCache {
  readonly #kept: LRUCache<string, Kept>;

  constructor(bytesMax: number = responseCacheBytes) {
    this.#kept = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ body }) => body.length + entryBytes });
  }

  /** Undefined also for the body of another version. */
  get(jobId: string, resourceVersion: string): ByteText | undefined {
    const kept = this.#kept.get(jobId);
    return kept?.resourceVersion === resourceVersion ? kept.body : undefined;
  }

  set(jobId: string, resourceVersion: string, bytes: Buffer): void {
    this.#kept.set(jobId, { resourceVersion, body: byteText(bytes) });
  }

  delete(jobId: string): void {
    this.#kept.delete(jobId);
  }
}
