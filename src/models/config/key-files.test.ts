import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { keyState, unreadableKeys } from './key-files.ts';
import { readModels } from './models-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

test('files of keys that are missing or no files are listed once', () => {
  const path = (name: string): string => join(folder.path, name);
  writeFileSync(path('good'), 'key');
  mkdirSync(path('folder'));
  const names = ['good', 'folder', 'lost'];
  const models = [...names, 'lost'].map((key) => ({ provider: 'openai', model: 'm', key }));
  const keys = Object.fromEntries(names.map((name) => [name, { file: name }]));
  const { config } = readModels({ keys, image: models.slice(0, 3), speech: models.slice(3) }, path);
  expect(config === null ? null : unreadableKeys(config)).toEqual([path('folder'), path('lost')]);
  expect([null, ...names.map(path)].map(keyState)).toEqual(['none', 'present', 'unreadable', 'missing']);
});
