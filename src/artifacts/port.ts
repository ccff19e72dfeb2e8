import type { Readable } from 'node:stream';
import type { FileAccess } from '../schema/stage-contract.ts';

/** Metadata of a file. */
export interface ArtifactInfo {
  key: string;
  bytes: number;
  lastModified: Date;
}

/** Range of bytes of a file; `start` and `end` are inclusive, as in HTTP ranges. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files of jobs by key. A key is a slash-separated path of segments of `[A-Za-z0-9._-]`, without `.` and `..`. Writes
 * are atomic: a file is visible as a whole or not at all. Writing to an existing key replaces the file.
 */
export interface ArtifactStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * Returns the whole file, or undefined if it does not exist. Throws `FileTooLarge` if it is larger than `bytesMax`.
   */
  get(key: string, bytesMax: number): Promise<Buffer | undefined>;
  /** Returns a stream of the file or a part of it, or undefined if it does not exist. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  stat(key: string): Promise<ArtifactInfo | undefined>;
  /** Lists all files below the prefix, which ends in `/`. */
  list(prefix: string): Promise<ArtifactInfo[]>;
  /**
   * Like `list`, but unordered and page by page, for any number of files. Files may be written and deleted meanwhile.
   */
  walk(prefix: string): AsyncIterable<ArtifactInfo>;
  /** Deletes one file. A missing file is not an error. */
  deleteFile(key: string): Promise<void>;
  /** Deletes everything below the prefix. A missing prefix is not an error. */
  deleteTree(prefix: string): Promise<void>;
  /**
   * Returns the access by which a stage can read or write exactly this file, valid for at least `lifetimeSeconds`.
   * Access to a file in a directory does not expire.
   */
  access(key: string, mode: 'read' | 'write', lifetimeSeconds: number): Promise<FileAccess>;
}

export class FileTooLarge extends Error {
  constructor(bytes: number, bytesMax: number) {
    super(`The file has ${bytes} bytes, more than the limit of ${bytesMax}.`);
    this.name = 'FileTooLarge';
  }
}
