import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DirectoryArtifacts } from '../../src/artifacts/directory-artifacts.ts';
import { pathOf } from '../support/path-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { artifactStoreContract } from './artifact-store.ts';

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

describe('DirectoryArtifacts, as a folder', () => {
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

  test('follows no link to a folder outside', async () => {
    await symlink(outside, join(root, 'jobs', 'a'));
    await expect(store.get('jobs/a/file', 100)).rejects.toThrow('symbolic link');
    await expect(store.stat('jobs/a/file')).rejects.toThrow('symbolic link');
    await expect(store.put('jobs/a/new', Buffer.from('x'))).rejects.toThrow('symbolic link');
    await expect(store.list('jobs/a/')).rejects.toThrow('symbolic link');
    expect(existsSync(join(outside, 'new'))).toBe(false);
    expect(await store.list('jobs/')).toEqual([]);
  });

  test('deletes a link, never what it points to', async () => {
    await mkdir(join(root, 'jobs', 'a'));
    await symlink(outside, join(root, 'jobs', 'a', 'link'));
    await symlink(outside, join(root, 'jobs', 'b'));
    await store.delete('jobs/a/');
    await store.delete('jobs/b/');
    await expect(readFile(join(outside, 'file'), 'utf8')).resolves.toBe('private');
    expect(existsSync(join(root, 'jobs', 'b'))).toBe(false);
  });

  test('follows no link to a file outside, and replaces it when that key is put', async () => {
    await symlink(join(outside, 'file'), join(root, 'jobs', 'link'));
    await expect(store.get('jobs/link', 100)).rejects.toThrow('ELOOP');
    expect(await store.list('jobs/')).toEqual([]);
    await store.put('jobs/link', Buffer.from('mine'));
    expect(String(await store.get('jobs/link', 100))).toBe('mine');
    await expect(readFile(join(outside, 'file'), 'utf8')).resolves.toBe('private');
  });

  test('never lists half a file that a crash has left', async () => {
    await writeFile(join(root, 'jobs', 'file~0b7e'), 'half');
    expect(await store.list('jobs/')).toEqual([]);
  });

  test('works below a folder that is reached through a link', async () => {
    await symlink(root, join(folder.path, 'data'));
    const linked = new DirectoryArtifacts(join(folder.path, 'data'));
    await linked.put('jobs/a/file', Buffer.from('x'));
    expect(await store.list('jobs/')).toMatchObject([{ key: 'jobs/a/file', bytes: 1 }]);
  });
});
