import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkOut, requirePages } from '../../scripts/eval-brands/check-out.ts';
import { madeSites } from '../../scripts/eval-brands/labels.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let gitDirectory: string;
let target: string;
beforeEach(() => {
  folder = temporaryFolder();
  const source = join(folder.path, 'source');
  gitDirectory = join(source, '.git');
  target = join(folder.path, 'site');
  for (const path of [join(source, 'films'), target]) mkdirSync(path, { recursive: true });
  writeFileSync(join(source, 'index.html'), '<h1>Oars</h1>');
  writeFileSync(join(source, 'films', 'the long row.mp4'), 'film');
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@oars.test', 'commit', '--quiet', '--message', 'Add the site');
});
afterEach(() => {
  folder.remove();
});

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: join(folder.path, 'source'), encoding: 'utf8' }).trim();
}

function remove(path: string): void {
  const id = git('rev-parse', `HEAD:${path}`);
  rmSync(join(gitDirectory, 'objects', id.slice(0, 2), id.slice(2)));
}

const checked = (): string[] => checkOut({ gitDirectory, commit: git('rev-parse', 'HEAD'), target });
const [made] = madeSites();
const required = (productPage?: string): Promise<void> => {
  if (made === undefined) throw new Error('There is no made site.');
  return requirePages({ ...made, url: 'https://oars.test/', page: undefined, productPage, folder: target });
};

test('all files of a complete mirror are checked out', async () => {
  expect(checked()).toEqual([]);
  expect(readFileSync(join(target, 'films', 'the long row.mp4'), 'utf8')).toBe('film');
  expect(existsSync(`${target}.index`)).toBe(false);
  await expect(required()).resolves.toBeUndefined();
});

test('a file that the mirror lacks is named, and the others are checked out', async () => {
  remove('films/the long row.mp4');
  expect(checked()).toEqual(['films/the long row.mp4']);
  expect(readFileSync(join(target, 'index.html'), 'utf8')).toBe('<h1>Oars</h1>');
  await expect(required()).resolves.toBeUndefined();
});

test('a site without its page, or without its product page, is refused', async () => {
  remove('index.html');
  expect(checked()).toEqual(['index.html']);
  await expect(required()).rejects.toThrow('oars.test');
  writeFileSync(join(target, 'index.html'), '<h1>Oars</h1>');
  await expect(required('oar.html')).rejects.toThrow('oars.test');
});
