import type { Readable } from 'node:stream';
import type { FileAccess } from '../schema/stage-contract.ts';

export interface ArtifactInfo {
  key: string;
  bytes: number;
  lastModified: Date;
}

/** Range of bytes of a file. `start` and `end` are both inclusive, as in HTTP ranges. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Store of the files of jobs. The key of a file is a path of segments of `[A-Za-z0-9._-]`, separated by slashes,
 * without `.` and `..`.
 *
 * Writes are atomic: a file is visible as a whole or not at all. Writing to an existing key replaces the file.
 */
export interface ArtifactStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * Writes a file unless the key exists, and returns whether the file was written. If several callers write the same
   * key at once, only one of them writes the file. If the response of the store is lost and the request repeated, the
   * result may be false although this call has written the file.
   *
   * A store that cannot do this in one step checks the key and then writes. Several concurrent callers may then all
   * write, and the file of one of them replaces the others.
   */
  putIfAbsent(key: string, bytes: Buffer): Promise<boolean>;
  /**
   * Returns the whole file, or undefined if the file does not exist. Throws `FileTooLarge` if it is larger than
   * `bytesMax`.
   */
  get(key: string, bytesMax: number): Promise<Buffer | undefined>;
  /** Returns a stream of the file or of a range of its bytes. Returns undefined if the file does not exist. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  stat(key: string): Promise<ArtifactInfo | undefined>;
  /** Lists all files whose keys start with the prefix. The prefix must end in `/`. */
  list(prefix: string): Promise<ArtifactInfo[]>;
  /**
   * Yields all files whose keys start with the prefix, in no particular order. Reads them page by page, so it suits any
   * number of files. Other processes may write and delete files in the meantime.
   */
  walk(prefix: string): AsyncIterable<ArtifactInfo>;
  /**
   * Returns the names of the files and folders directly below the prefix, in no particular order. A folder may be empty.
   */
  listNames(prefix: string): Promise<{ files: string[]; folders: string[] }>;
  /** Deletes one file. Does nothing if the file does not exist. */
  deleteFile(key: string): Promise<void>;
  deleteTree(prefix: string): Promise<void>;
  /**
   * Deletes the unfinished files below the prefix that were last written before `before`. Killed writers have left
   * these files. No other method returns them.
   */
  deleteUnfinished(prefix: string, before: Date): Promise<void>;
  /**
   * Returns a path or URL with which a stage can read or write exactly this file, for at least `lifetimeSeconds`. A
   * path never expires.
   */
  access(key: string, mode: 'read' | 'write', lifetimeSeconds: number): Promise<FileAccess>;
}

export class FileTooLarge extends Error {
  constructor(bytes: number, bytesMax: number) {
    super(`The file has ${bytes} bytes, more than the limit of ${bytesMax}.`);
    this.name = 'FileTooLarge';
  }
}
