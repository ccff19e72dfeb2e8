import { constants, type Dirent, type Stats } from 'node:fs';
import { access, lstat, mkdir, open, opendir, readdir, realpath, rm, unlink, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { hasErrorCode, isMissing } from '../files/error-code.ts';
import { createFileAtomically, isTemporaryFile, writeFileAtomically } from '../files/atomic-file.ts';
import type { FileAccess } from '../schema/stage-contract.ts';
import { isSegment, keySegments, prefixSegments } from './artifact-key.ts';
import { FileTooLarge, type ArtifactInfo, type ArtifactStore, type ByteRange } from './port.ts';

/**
 * Flags with which every file is opened for reading. They keep a pipe or device from blocking the reader, and keep a
 * symbolic link from being followed.
 */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Options for deleting a folder. The deletion is retried, because a stage that is being stopped may still write files,
 * and a network file system may delay the deletion of open files.
 */
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };

interface OpenFile {
  file: FileHandle;
  info: Stats;
}

export interface DirectoryArtifactsOptions {
  /**
   * File mode of new folders. By default, only the owner has access. With 0o711, other users can traverse a folder but
   * not list it. The kubelet needs this to mount a stage's folder from a network file system that maps root to an
   * unprivileged user.
   */
  folderMode?: number;
}

/**
 * Store of the files of jobs in one folder. The key of a file is its path below the folder. Any number of processes may
 * use the folder at the same time. Other files in it, such as a volume's `lost+found`, are ignored.
 *
 * Guarantee: no key leads to a file outside the folder. A key has no `..` segments, and no symbolic link below the
 * folder is followed, even if a stage (which runs as the same user) has created one.
 */
export class DirectoryArtifacts implements ArtifactStore {
  readonly #folder: string;
  #root: string | undefined;
  readonly #making = new Map<string, Promise<string>>();
  readonly #folderMode: number;

  constructor(folder: string, { folderMode = 0o700 }: DirectoryArtifactsOptions = {}) {
    this.#folder = folder;
    this.#folderMode = folderMode;
  }

  async check(use: 'read' | 'write'): Promise<void> {
    const needed = constants.R_OK | constants.X_OK | (use === 'write' ? constants.W_OK : 0);
    try {
      await access(this.#folder, needed);
    } catch (error) {
      const reason = hasErrorCode(error, 'ENOENT') ? 'does not exist' : `is not accessible (${use})`;
      throw new Error(
        `The folder ${this.#folder} ${reason}. It must belong to this user or to one of this user's groups (a pod's fsGroup).`,
        { cause: error },
      );
    }
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const path = await this.#pathForWriting(keySegments(key));
    await writeFileAtomically(path, bytes);
  }

  async putIfAbsent(key: string, bytes: Buffer): Promise<boolean> {
    return createFileAtomically(await this.#pathForWriting(keySegments(key)), bytes);
  }

  async get(key: string, bytesMax: number): Promise<Buffer | undefined> {
    return this.#reading(key, ({ file, info }) => {
      if (info.size > bytesMax) throw new FileTooLarge(info.size, bytesMax);
      return readWhole(file, info.size);
    });
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const opened = await this.#openFile(keySegments(key));
    return opened?.file.createReadStream({ autoClose: true, ...range });
  }

  async stat(key: string): Promise<ArtifactInfo | undefined> {
    return this.#reading(key, ({ info: { size, mtime } }) => ({ key, bytes: size, lastModified: mtime }));
  }

  async list(prefix: string): Promise<ArtifactInfo[]> {
    const segments = prefixSegments(prefix);
    const folder = await this.#existingFolder(segments);
    if (folder === undefined) return [];
    const keys = await keysBelow(folder, segments);
    const infos = await Promise.all(keys.map((key) => this.stat(key)));
    return infos.filter((info) => info !== undefined);
  }

  async *walk(prefix: string): AsyncGenerator<ArtifactInfo, void, undefined> {
    const segments = prefixSegments(prefix);
    const folder = await this.#existingFolder(segments);
    if (folder !== undefined) yield* filesBelow(folder, segments);
  }

  async listNames(prefix: string): Promise<{ files: string[]; folders: string[] }> {
    const folder = await this.#existingFolder(prefixSegments(prefix));
    const entries = (folder === undefined ? [] : await entriesOf(folder)).filter(({ name }) => isSegment(name));
    const namesOf = (kind: (entry: Dirent) => boolean) => entries.filter(kind).map(({ name }) => name);
    return { files: namesOf((entry) => entry.isFile()), folders: namesOf((entry) => entry.isDirectory()) };
  }

  async deleteFile(key: string): Promise<void> {
    const segments = keySegments(key);
    const folder = await this.#existingFolder(segments.slice(0, -1));
    if (folder === undefined) return;
    try {
      await unlink(join(folder, segments.at(-1) ?? ''));
    } catch (error) {
      if (!isMissing(error) && !hasErrorCode(error, 'EISDIR', 'EPERM')) throw error;
    }
  }

  async deleteTree(prefix: string): Promise<void> {
    const segments = prefixSegments(prefix);
    const parent = await this.#existingFolder(segments.slice(0, -1));
    if (parent === undefined) return;
    await rm(join(parent, segments.at(-1) ?? ''), removal);
  }

  async deleteUnfinished(prefix: string, before: Date): Promise<void> {
    const folder = await this.#existingFolder(prefixSegments(prefix));
    if (folder === undefined) return;
    for await (const path of temporaryFilesBelow(folder)) {
      const info = await lstat(path).catch(unlessMissing);
      if (info !== undefined && info.mtime < before) await unlink(path).catch(unlessMissing);
    }
  }

  /**
   * Returns the path of a file for a stage that reads or writes it. For writing, also creates the folder of the file,
   * because stages never create folders.
   */
  async access(key: string, mode: 'read' | 'write'): Promise<Extract<FileAccess, { kind: 'file' }>> {
    const segments = keySegments(key);
    const path = mode === 'write' ? await this.#pathForWriting(segments) : join(this.#folder, ...segments);
    return { kind: 'file', path };
  }

  async #pathForWriting(segments: string[]): Promise<string> {
    return join(await this.#folderForWriting(segments.slice(0, -1)), segments.at(-1) ?? '');
  }

  /**
   * Creates a folder. Concurrent calls for the same folder share one creation, because a stage gets access to many
   * files of one folder at once.
   */
  async #folderForWriting(segments: string[]): Promise<string> {
    const name = segments.join('/');
    const making = this.#making.get(name) ?? this.#makeFolder(segments);
    this.#making.set(name, making);
    try {
      return await making;
    } finally {
      this.#making.delete(name);
    }
  }

  async #makeFolder(segments: string[]): Promise<string> {
    await mkdir(join(this.#folder, ...segments), { recursive: true, mode: this.#folderMode });
    const folder = await this.#existingFolder(segments);
    if (folder === undefined) throw new Error('The folder of the artifact was deleted during the write.');
    return folder;
  }

  /**
   * Returns the real path of a folder below the root folder of the store. Throws if a symbolic link is part of the
   * path.
   */
  async #existingFolder(segments: string[]): Promise<string | undefined> {
    try {
      const root = await this.#realRoot();
      const folder = await realpath(join(root, ...segments));
      if (folder !== [root, ...segments].join(sep))
        throw new Error('The path of the artifact contains a symbolic link.');
      return folder;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async #realRoot(): Promise<string> {
    this.#root ??= await realpath(this.#folder);
    return this.#root;
  }

  async #reading<T>(key: string, read: (opened: OpenFile) => Promise<T> | T): Promise<T | undefined> {
    const opened = await this.#openFile(keySegments(key));
    if (opened === undefined) return undefined;
    try {
      return await read(opened);
    } finally {
      await opened.file.close();
    }
  }

  async #openFile(segments: string[]): Promise<OpenFile | undefined> {
    const folder = await this.#existingFolder(segments.slice(0, -1));
    if (folder === undefined) return undefined;
    try {
      return await regularFile(await open(join(folder, segments.at(-1) ?? ''), readFlags));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

async function regularFile(file: FileHandle): Promise<OpenFile | undefined> {
  const info = await file.stat();
  if (info.isFile()) return { file, info };
  await file.close();
  return undefined;
}

async function readWhole(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await file.read(bytes, filled, size - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

async function keysBelow(folder: string, segments: string[]): Promise<string[]> {
  const entries = (await entriesOf(folder)).filter(({ name }) => isSegment(name));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => [...segments, name].join('/'));
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = await Promise.all(folders.map(({ name }) => keysBelow(join(folder, name), [...segments, name])));
  return [...files, ...below.flat()].sort();
}

/** Yields the files below a folder one by one, because a folder may have more entries than fit into memory. */
async function* filesBelow(folder: string, segments: string[]): AsyncGenerator<ArtifactInfo, void, undefined> {
  for await (const entry of entriesWithin(folder)) {
    if (!isSegment(entry.name)) continue;
    const [path, below] = [join(folder, entry.name), [...segments, entry.name]];
    if (entry.isDirectory()) yield* filesBelow(path, below);
    const info = entry.isFile() ? await lstat(path).catch(unlessMissing) : undefined;
    if (info?.isFile() === true) yield { key: below.join('/'), bytes: info.size, lastModified: info.mtime };
  }
}

async function* temporaryFilesBelow(folder: string): AsyncGenerator<string, void, undefined> {
  for await (const entry of entriesWithin(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && isTemporaryFile(entry.name)) yield path;
    if (entry.isDirectory() && isSegment(entry.name)) yield* temporaryFilesBelow(path);
  }
}

async function* entriesWithin(folder: string): AsyncGenerator<Dirent, void, undefined> {
  const entries = await opendir(folder).catch(unlessMissing);
  if (entries !== undefined) yield* entries;
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
