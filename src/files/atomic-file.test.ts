import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { createFileAtomically, writeFileAtomically } from './atomic-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

test('concurrent writers leave the whole file of one writer', async () => {
  const path = join(folder.path, 'file');
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
  await Promise.all(texts.map((text) => writeFileAtomically(path, Buffer.from(text))));
  expect(texts).toContain(readFileSync(path, 'utf8'));
  expect(readdirSync(folder.path)).toEqual(['file']);
});

test('a failed write leaves no temporary file', async () => {
  mkdirSync(join(folder.path, 'taken', 'full'), { recursive: true });
  await expect(writeFileAtomically(join(folder.path, 'taken'), Buffer.from('x'))).rejects.toThrow('EISDIR');
  expect(readdirSync(folder.path)).toEqual(['taken']);
});

test('a missing folder is not created', async () => {
  await expect(writeFileAtomically(join(folder.path, 'gone', 'file'), Buffer.from('x'))).rejects.toThrow('ENOENT');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('of several writers that create a file at once, one writes the whole file', async () => {
  const path = join(folder.path, 'file');
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
  const written = await Promise.all(texts.map((text) => createFileAtomically(path, Buffer.from(text))));
  expect(texts.filter((_, n) => written[n])).toEqual([readFileSync(path, 'utf8')]);
  expect(readdirSync(folder.path)).toEqual(['file']);
});

test.each(['EPERM', 'ENOTSUP', 'ENOSYS'])(
  'a file is created without replacing another one where link fails with %s',
  async (code) => {
    const noLink = () => Promise.reject(Object.assign(new Error(code), { code }));
    const path = join(folder.path, 'file');
    expect(await createFileAtomically(path, Buffer.from('first'), noLink)).toBe(true);
    expect(await createFileAtomically(path, Buffer.from('second'), noLink)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(readdirSync(folder.path)).toEqual(['file']);
  },
);

test('a file that cannot be created leaves no temporary file', async () => {
  const full = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  await expect(createFileAtomically(join(folder.path, 'file'), Buffer.from('x'), full)).rejects.toThrow('no space');
  expect(readdirSync(folder.path)).toEqual([]);
});
