import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../../test/support/process/temporary-folder.ts';
import { findBrowser } from './find-browser.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'first', 'chromium'), { recursive: true });
  mkdirSync(join(folder.path, 'second'));
  writeFileSync(join(folder.path, 'second', 'chromium'), '', { mode: 0o755 });
});
afterEach(() => {
  folder.remove();
});

test('findBrowser takes a program, and no folder of the same name', async () => {
  const path = ['first', 'second'].map((name) => join(folder.path, name)).join(':');
  const program = join(folder.path, 'second', 'chromium');
  expect(await findBrowser('', path)).toBe(program);
  expect(await findBrowser('chromium', path)).toBe(program);
  expect(await findBrowser(join(folder.path, 'first', 'chromium'), path)).toBeUndefined();
});
