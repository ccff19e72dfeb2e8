import { LRUCache } from 'lru-cache';

export const responseCacheBytes = 64 * 1_048_576;

/** What an entry costs beside its bytes: its key, the map's slot, and the two objects around the bytes. */
const entryBytes = 512;

interface Kept {
  resourceVersion: string;
  bytes: Buffer;
}

/** Ready-made bodies of finished jobs, at most so many bytes of them; who was asked for longest ago goes first. */
export class ResponseCache {
  readonly #kept: LRUCache<string, Kept>;

  constructor(bytesMax: number = responseCacheBytes) {
    this.#kept = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ bytes }) => bytes.length + entryBytes });
  }

  /** Undefined also for the body of another version. */
  get(jobId: string, resourceVersion: string): Buffer | undefined {
    const kept = this.#kept.get(jobId);
    return kept?.resourceVersion === resourceVersion ? kept.bytes : undefined;
  }

  set(jobId: string, resourceVersion: string, bytes: Buffer): void {
    this.#kept.set(jobId, { resourceVersion, bytes: ownMemory(bytes) });
  }

  delete(jobId: string): void {
    this.#kept.delete(jobId);
  }
}

/** A small buffer is a piece of a larger one that lives as long as its longest piece. */
function ownMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
