export const responseCacheBytes = 64 * 1_048_576;

/** A block's memory is never given back, so bodies that come and go leave no holes. */
const blockBytesMax = 1_048_576;
/** So that one block is a small part of a small cache too. */
const blocksMin = 16;
/** What an entry costs beside its bytes: the object, its slots in the map and in the block. */
const entryBytes = 192;

/**
 * The bytes of a body, each as one character. Node sends such a text with the headers in one piece, which is faster than a
 * buffer.
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
  /** Asked for since its block was the oldest. */
  isUsed: boolean;
}

interface Block {
  memory: Buffer;
  /** In the order of their bytes. */
  entries: Kept[];
  end: number;
}

/**
 * Ready-made bodies of finished jobs outside of the heap, at most so many bytes of them with all that they cost. Where there
 * is no room the oldest block is emptied, but for what was asked for since, up to half of it.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  /** The oldest first; the last one is being filled. */
  readonly #blocks: Block[] = [];
  readonly #blockBytes: number;
  readonly #blocksMax: number;

  constructor(bytesMax: number = responseCacheBytes) {
    this.#blockBytes = Math.min(blockBytesMax, Math.floor(bytesMax / blocksMin));
    this.#blocksMax = this.#blockBytes === 0 ? 0 : Math.floor(bytesMax / this.#blockBytes);
  }

  /** Undefined also for the body of another version. */
  get(jobId: string, resourceVersion: string): ByteText | undefined {
    const kept = this.#kept.get(jobId);
    if (kept?.resourceVersion !== resourceVersion) return undefined;
    kept.isUsed = true;
    return kept.block.memory.toString('latin1', kept.start, kept.end);
  }

  /** A body that is larger than half a block is not kept. */
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

  /** The one that is being filled, an empty one, or the oldest. */
  #blockFor(bytes: number): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined && costOf(last) + bytes + entryBytes <= this.#blockBytes) return last;
    const oldest = this.#blocks.length < this.#blocksMax ? undefined : this.#blocks.shift();
    // Not of Node's pool, and not zeroed: what is never written takes no memory.
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
