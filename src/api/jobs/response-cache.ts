export const responseCacheBytes = 64 * 1_048_576;

/**
 * Maximum size in bytes of a memory block of the response cache. Blocks are reused and never freed, which avoids memory
 * fragmentation.
 */
const blockBytesMax = 1_048_576;
const blocksMin = 16;
/**
 * Memory in bytes that a cache entry takes in addition to its response body: the object for the entry, a map entry, and
 * a list item in the memory block.
 */
const entryBytes = 192;

/**
 * A response body as a string with one character per byte (latin1). Node sends a string and the headers in one write,
 * which is faster than sending a buffer.
 */
export type ByteText = string;

export function bytesOf(text: ByteText): Buffer {
  return Buffer.from(text, 'latin1');
}

export function byteText(bytes: Buffer): ByteText {
  return bytes.toString('latin1');
}

interface Kept {
  jobId: string;
  resourceVersion: string;
  block: Block;
  start: number;
  end: number;
  isUsed: boolean;
}

interface Block {
  memory: Buffer;
  entries: Kept[];
  end: number;
}

/**
 * Cache of the response bodies of finished jobs, in memory outside the JavaScript heap. Its size limit `bytesMax`
 * includes the overhead of each entry. If the cache is full, the oldest memory block is emptied for reuse, but its
 * entries that were read recently are kept, up to half of the block.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  readonly #blocks: Block[] = [];
  readonly #blockBytes: number;
  readonly #blocksMax: number;

  constructor(bytesMax: number = responseCacheBytes) {
    this.#blockBytes = Math.min(blockBytesMax, Math.floor(bytesMax / blocksMin));
    this.#blocksMax = this.#blockBytes === 0 ? 0 : Math.floor(bytesMax / this.#blockBytes);
  }

  get(jobId: string, resourceVersion: string): ByteText | undefined {
    const kept = this.#kept.get(jobId);
    if (kept?.resourceVersion !== resourceVersion) return undefined;
    kept.isUsed = true;
    return kept.block.memory.toString('latin1', kept.start, kept.end);
  }

  set(jobId: string, resourceVersion: string, body: Buffer): void {
    this.#kept.delete(jobId);
    if (body.length + entryBytes > this.#blockBytes / 2) return;
    const block = this.#blockFor(body.length);
    const kept = { jobId, resourceVersion, block, start: block.end, end: block.end + body.length, isUsed: false };
    block.memory.set(body, kept.start);
    block.end = kept.end;
    block.entries.push(kept);
    this.#kept.set(jobId, kept);
  }

  delete(jobId: string): void {
    this.#kept.delete(jobId);
  }

  #blockFor(bytes: number): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined && costOf(last) + bytes + entryBytes <= this.#blockBytes) return last;
    const oldest = this.#blocks.length < this.#blocksMax ? undefined : this.#blocks.shift();
    // `allocUnsafeSlow` allocates the block outside Node's buffer pool and does not zero it, so pages of the block that
    // are never written take no memory.
    const block = oldest ?? { memory: Buffer.allocUnsafeSlow(this.#blockBytes), entries: [], end: 0 };
    if (oldest !== undefined) this.#empty(oldest);
    this.#blocks.push(block);
    return block;
  }

  #empty(block: Block): void {
    const entries = block.entries.filter((kept) => this.#kept.get(kept.jobId) === kept);
    Object.assign(block, { entries: [], end: 0 });
    for (const kept of entries) {
      const end = block.end + kept.end - kept.start;
      const stays = kept.isUsed && costOf(block) + entryBytes + kept.end - kept.start <= this.#blockBytes / 2;
      if (!stays) {
        this.#kept.delete(kept.jobId);
        continue;
      }
      block.memory.copyWithin(block.end, kept.start, kept.end);
      Object.assign(kept, { start: block.end, end, isUsed: false });
      block.end = end;
      block.entries.push(kept);
    }
  }
}

function costOf({ end, entries }: Block): number {
  return end + entries.length * entryBytes;
}
