import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { writeFileAtomically } from './atomic-file.ts';

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
