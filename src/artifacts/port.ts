import type { Readable } from 'node:stream';
import type { FileAccess } from '../stages/contract.ts';

/** What is known of a file without opening it. */
export interface ArtifactInfo {
  key: string;
  bytes: number;
  lastModified: Date;
}

/** Bytes of a file, `start` and `end` inclusive, as in HTTP ranges. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files of jobs, by key: slash-separated path segments of `[A-Za-z0-9._-]`, none of them `.` or `..`.
 * A file is there whole or not at all. Keys are written once; writing the same key again replaces it whole.
 */
export interface ArtifactStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** The whole file, undefined where there is none. Throws `FileTooLarge` when it is larger than `bytesMax`. */
  get(key: string, bytesMax: number): Promise<Buffer | undefined>;
  /** A stream of the file or of a part of it, undefined where there is none. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  stat(key: string): Promise<ArtifactInfo | undefined>;
  /** Every key below the prefix, which ends in `/`. */
  list(prefix: string): Promise<ArtifactInfo[]>;
  /** As `list`, in no order and page by page, however many there are. Files may be put and deleted meanwhile. */
  walk(prefix: string): AsyncIterable<ArtifactInfo>;
  /** This file alone. Nothing there is no error. */
  deleteFile(key: string): Promise<void>;
  /** Everything below the prefix. Nothing there is no error. */
  deleteTree(prefix: string): Promise<void>;
  /**
   * What a stage is handed: the right to read or to write exactly this file, for so long at least. A directory's access
   * does not end.
   */
  access(key: string, mode: 'read' | 'write', lifetimeSeconds: number): Promise<FileAccess>;
}

export class FileTooLarge extends Error {
  constructor(bytes: number, bytesMax: number) {
    super(`The file has ${bytes} bytes; at most ${bytesMax} were asked for.`);
    this.name = 'FileTooLarge';
  }
}
