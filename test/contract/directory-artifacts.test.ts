import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DirectoryArtifacts } from '../../src/artifacts/directory-artifacts.ts';
import { pathOf } from '../support/pipeline/path-of.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';
import { artifactStoreContract } from './artifact-store.ts';

const writerMain = fileURLToPath(new URL('../support/stores/artifact-writer.ts', import.meta.url));

artifactStoreContract('DirectoryArtifacts', () => {
  const folder = temporaryFolder();
  return Promise.resolve({
    store: new DirectoryArtifacts(join(folder.path, 'artifacts')),
    readByAccess: (access) => readFile(pathOf(access)),
    writeByAccess: (access, bytes) => writeFile(pathOf(access), bytes),
    close: () => {
      folder.remove();
      return Promise.resolve();
    },
  });
});

describe('DirectoryArtifacts on disk', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let root: string;
  let outside: string;
  let store: DirectoryArtifacts;
  beforeEach(async () => {
    folder = temporaryFolder();
    root = join(folder.path, 'artifacts');
    outside = join(folder.path, 'outside');
    store = new DirectoryArtifacts(root);
    await mkdir(join(root, 'jobs'), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, 'file'), 'private');
  });
  afterEach(() => {
    folder.remove();
  });

  test('DirectoryArtifacts does not follow a link to a folder outside its root', async () => {
    await symlink(outside, join(root, 'jobs', 'a'));
    await expect(store.get('jobs/a/file', 100)).rejects.toThrow('symbolic link');
    await expect(store.stat('jobs/a/file')).rejects.toThrow('symbolic link');
    await expect(store.put('jobs/a/new', Buffer.from('x'))).rejects.toThrow('symbolic link');
    await expect(store.list('jobs/a/')).rejects.toThrow('symbolic link');
    expect(existsSync(join(outside, 'new'))).toBe(false);
    expect(await store.list('jobs/')).toEqual([]);
  });

  test('DirectoryArtifacts does not follow a link to another folder of its root', async () => {
    await store.put('jobs/b/file', Buffer.from('of another job'));
    await symlink(join(root, 'jobs', 'b'), join(root, 'jobs', 'a'));
    await expect(store.get('jobs/a/file', 100)).rejects.toThrow('symbolic link');
    await expect(store.put('jobs/a/file', Buffer.from('x'))).rejects.toThrow('symbolic link');
  });

  test('a named pipe in the folder is not an artifact and blocks no reader', async () => {
    execFileSync('mkfifo', [join(root, 'jobs', 'pipe')]);
    expect(await store.get('jobs/pipe', 100)).toBeUndefined();
    expect(await store.stat('jobs/pipe')).toBeUndefined();
    expect(await store.list('jobs/')).toEqual([]);
  });

  test('DirectoryArtifacts.deleteTree removes a link but not its target', async () => {
    await mkdir(join(root, 'jobs', 'a'));
    await symlink(outside, join(root, 'jobs', 'a', 'link'));
    await symlink(outside, join(root, 'jobs', 'b'));
    await store.deleteTree('jobs/a/');
    await store.deleteTree('jobs/b/');
    await expect(readFile(join(outside, 'file'), 'utf8')).resolves.toBe('private');
    expect(existsSync(join(root, 'jobs', 'b'))).toBe(false);
  });

  test('DirectoryArtifacts does not follow a link to a file, and `put` replaces the link', async () => {
    await symlink(join(outside, 'file'), join(root, 'jobs', 'link'));
    await expect(store.get('jobs/link', 100)).rejects.toThrow('ELOOP');
    expect(await store.list('jobs/')).toEqual([]);
    await store.put('jobs/link', Buffer.from('mine'));
    expect(String(await store.get('jobs/link', 100))).toBe('mine');
    await expect(readFile(join(outside, 'file'), 'utf8')).resolves.toBe('private');
  });

  test('DirectoryArtifacts.list omits the partial file of a crashed write', async () => {
    await writeFile(join(root, 'jobs', 'file~0b7e'), 'half');
    expect(await store.list('jobs/')).toEqual([]);
  });

  test('DirectoryArtifacts.deleteUnfinished deletes the files of killed writers and no others', async () => {
    const temporary = `file.json~${randomUUID()}`;
    const kept = ['archive/a/file.json', `archive/${temporary}~`, 'archive/readme~1', `jobs/${temporary}`];
    const deleted = [`archive/${temporary}`, `archive/a/${temporary}`];
    await mkdir(join(root, 'archive', 'a'), { recursive: true });
    for (const path of [...kept, ...deleted]) await writeFile(join(root, path), 'x');
    const writtenMs = Date.now();
    await store.deleteUnfinished('archive/', new Date(writtenMs - 60_000));
    expect([...kept, ...deleted].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    await store.deleteUnfinished('archive/', new Date(writtenMs + 60_000));
    await store.deleteUnfinished('nothing/', new Date(writtenMs + 60_000));
    expect([...kept, ...deleted].filter((path) => !existsSync(join(root, path)))).toEqual(deleted);
  });

  test('DirectoryArtifacts accepts a symbolic link as its root', async () => {
    await symlink(root, join(folder.path, 'data'));
    const linked = new DirectoryArtifacts(join(folder.path, 'data'));
    await linked.put('jobs/a/file', Buffer.from('x'));
    expect(await store.list('jobs/')).toMatchObject([{ key: 'jobs/a/file', bytes: 1 }]);
  });

  test('the root of DirectoryArtifacts may be a volume that contains other folders, and keeps its mode', async () => {
    await chmod(root, 0o2775);
    await mkdir(join(root, 'lost+found'));
    await store.put('jobs/a/file', Buffer.from('x'));
    await store.put('more/b/file', Buffer.from('x'));
    expect((await store.list('more/')).map(({ key }) => key)).toEqual(['more/b/file']);
    expect((await stat(join(root, 'more', 'b'))).mode & 0o777).toBe(0o700);
    expect((await stat(root)).mode & 0o777).toBe(0o775);
  });

  test('the option `folderMode` sets the mode of new artifact folders', async () => {
    const passable = new DirectoryArtifacts(root, { folderMode: 0o711 });
    await passable.access('new/a/file', 'write');
    for (const made of ['new', 'new/a']) expect((await stat(join(root, made))).mode & 0o777).toBe(0o711);
  });

  test('DirectoryArtifacts.deleteTree removes a folder that another writer is writing to', async () => {
    await mkdir(join(root, 'jobs', 'a'));
    let written = 0;
    const write = async (): Promise<void> => {
      while (written < 60)
        await writeFile(join(root, 'jobs', 'a', `file-${(written += 1)}`), 'x').catch(() => (written = 60));
    };
    const writers = Promise.all([write(), write(), write()]);
    await until(() => written > 10);
    await store.deleteTree('jobs/a/');
    await writers;
    expect(existsSync(join(root, 'jobs', 'a'))).toBe(false);
  });

  test('a reader sees whole files while another process writes', async () => {
    const writer = spawn(process.execPath, [writerMain, root, 'jobs/a/file'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    try {
      await until(async () => (await store.stat('jobs/a/file')) !== undefined);
      const seen = new Set<string>();
      for (let reads = 0; reads < 100 || seen.size < 2; reads += 1) {
        const text = String(await store.get('jobs/a/file', 1_000_000));
        seen.add(text);
        expect([text.length, new Set(text).size]).toEqual([300_000, 1]);
        expect((await store.list('jobs/')).map(({ key }) => key)).toEqual(['jobs/a/file']);
      }
    } finally {
      const ended = once(writer, 'exit');
      writer.kill();
      await ended;
    }
  });

  test.each(['read', 'write'] as const)(
    'DirectoryArtifacts.check reports at once whether the root can be used to %s',
    async (use) => {
      await expect(store.check(use)).resolves.toBeUndefined();
      await expect(new DirectoryArtifacts(join(root, 'none')).check(use)).rejects.toThrow(
        /none does not exist\. It must/,
      );
      const file = new DirectoryArtifacts(join(outside, 'file'));
      await expect(file.check(use)).rejects.toThrow(`file is not accessible (${use}). It must`);
    },
  );
});
