import { Readable } from 'node:stream';
import { keySegments, prefixSegments } from '../../../src/artifacts/artifact-key.ts';
import { FileTooLarge, type ArtifactInfo, type ArtifactStore, type ByteRange } from '../../../src/artifacts/port.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import type { Clock } from '../../../src/clock/port.ts';
import type { FileAccess } from '../../../src/schema/stage-contract.ts';

interface StoredFile {
  bytes: Buffer;
  lastModified: Date;
}

/** An artifact store in memory that takes file times from the given clock. The URL of a file is its key. */
export class MemoryArtifacts implements ArtifactStore {
  readonly files = new Map<string, StoredFile>();
  /** Number of writes by key. */
  readonly writes = new Map<string, number>();
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await checked(key);
    this.files.set(key, { bytes, lastModified: this.#clock.now() });
    this.writes.set(key, (this.writes.get(key) ?? 0) + 1);
  }

  async putIfAbsent(key: string, bytes: Buffer): Promise<boolean> {
    await checked(key);
    if (this.files.has(key)) return false;
    this.files.set(key, { bytes, lastModified: this.#clock.now() });
    this.writes.set(key, (this.writes.get(key) ?? 0) + 1);
    return true;
  }

  async get(key: string, bytesMax: number): Promise<Buffer | undefined> {
    const bytes = (await this.#file(key))?.bytes;
    if (bytes !== undefined && bytes.length > bytesMax) throw new FileTooLarge(bytes.length, bytesMax);
    return bytes;
  }

  async open(key: string, { start, end }: ByteRange = { start: 0, end: Infinity }): Promise<Readable | undefined> {
    const file = await this.#file(key);
    return file && Readable.from([file.bytes.subarray(start, end + 1)]);
  }

  async stat(key: string): Promise<ArtifactInfo | undefined> {
    const file = await this.#file(key);
    return file && infoOf(key, file);
  }

  async list(prefix: string): Promise<ArtifactInfo[]> {
    return (await this.#below(prefix)).map(([key, file]) => infoOf(key, file));
  }

  async *walk(prefix: string): AsyncGenerator<ArtifactInfo, void, undefined> {
    yield* await this.list(prefix);
  }

  async listNames(prefix: string): Promise<{ files: string[]; folders: string[] }> {
    const below = (await this.#below(prefix)).map(([key]) => key.slice(prefix.length).split('/'));
    const namesOf = (isFile: boolean) =>
      below.filter(({ length }) => (length === 1) === isFile).map(([name = '']) => name);
    return { files: namesOf(true), folders: [...new Set(namesOf(false))] };
  }

  async deleteFile(key: string): Promise<void> {
    await checked(key);
    this.files.delete(key);
  }

  async deleteTree(prefix: string): Promise<void> {
    for (const [key] of await this.#below(prefix)) this.files.delete(key);
  }

  deleteUnfinished(): Promise<void> {
    return Promise.resolve();
  }

  async access(key: string): Promise<FileAccess> {
    await checked(key);
    return { kind: 'url', url: key };
  }

  async #file(key: string): Promise<StoredFile | undefined> {
    await checked(key);
    return this.files.get(key);
  }

  async #below(prefix: string): Promise<[string, StoredFile][]> {
    await Promise.resolve(prefixSegments(prefix));
    return [...this.files].filter(([key]) => key.startsWith(prefix));
  }
}

/** Rejects if the key is invalid, asynchronously as in every other store. */
async function checked(key: string): Promise<void> {
  await Promise.resolve(keySegments(key));
}

function infoOf(key: string, { bytes, lastModified }: StoredFile): ArtifactInfo {
  return { key, bytes: bytes.length, lastModified };
}
