import { Readable } from 'node:stream';
import type { ArtifactInfo, ArtifactStore, ByteRange } from '../../src/artifacts/port.ts';
import type { FileAccess } from '../../src/schema/stage-contract.ts';

/** An artifact store in memory, for tests on a fake clock. Access to a file is its key as a URL. */
export class MemoryArtifacts implements ArtifactStore {
  readonly files = new Map<string, Buffer>();

  put(key: string, bytes: Buffer): Promise<void> {
    this.files.set(key, bytes);
    return Promise.resolve();
  }

  get(key: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.files.get(key));
  }

  open(key: string, { start, end }: ByteRange = { start: 0, end: Infinity }): Promise<Readable | undefined> {
    const bytes = this.files.get(key);
    return Promise.resolve(bytes && Readable.from([bytes.subarray(start, end + 1)]));
  }

  stat(key: string): Promise<ArtifactInfo | undefined> {
    const bytes = this.files.get(key);
    return Promise.resolve(bytes && { key, bytes: bytes.length, lastModified: new Date(0) });
  }

  list(prefix: string): Promise<ArtifactInfo[]> {
    const below = [...this.files].filter(([key]) => key.startsWith(prefix));
    return Promise.resolve(below.map(([key, { length }]) => ({ key, bytes: length, lastModified: new Date(0) })));
  }

  async *walk(prefix: string): AsyncGenerator<ArtifactInfo, void, undefined> {
    yield* await this.list(prefix);
  }

  deleteFile(key: string): Promise<void> {
    this.files.delete(key);
    return Promise.resolve();
  }

  deleteTree(prefix: string): Promise<void> {
    for (const key of [...this.files.keys()]) if (key.startsWith(prefix)) this.files.delete(key);
    return Promise.resolve();
  }

  access(key: string): Promise<FileAccess> {
    return Promise.resolve({ kind: 'url', url: key });
  }
}
