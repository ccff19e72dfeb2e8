import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { CommandError } from '../commands/context.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
const opened: DataFolder[] = [];

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  for (const each of opened.splice(0)) each.release();
  folder.remove();
});

function open(path = folder.path): DataFolder {
  const data = openDataFolder(path);
  opened.push(data);
  return data;
}

function refusal(path = folder.path): string {
  try {
    open(path);
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
  throw new Error('the data folder was opened');
}

test('the installation secret is created once and kept', () => {
  const first = open();
  first.release();
  expect(open().installationSecret).toBe(first.installationSecret);
});

test('a second service is refused while the first one holds the data folder', () => {
  const first = open();
  expect(refusal()).toMatch(/^Another Adwright service uses the data folder .*ADWRIGHT_DATA_DIR/);
  first.release();
  expect(open().installationSecret).toBe(first.installationSecret);
});

test('a truncated temporary secret is replaced and never read', () => {
  writeFileSync(join(folder.path, 'installation-secret~'), 'abc');
  expect(open().installationSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(existsSync(join(folder.path, 'installation-secret~'))).toBe(false);
});

test('a file that is not a secret is not overwritten', () => {
  writeFileSync(join(folder.path, 'installation-secret'), 'precious');
  expect(refusal()).toContain('does not contain a valid installation secret');
  expect(readFileSync(join(folder.path, 'installation-secret'), 'utf8')).toBe('precious');
});

test.each<[string, (path: string) => void]>([
  [
    'is a file',
    (path) => {
      writeFileSync(path, '');
    },
  ],
  [
    'contains a file where a folder must be',
    (path) => {
      mkdirSync(path);
      writeFileSync(join(path, 'artifacts'), '');
    },
  ],
  [
    'cannot be locked',
    (path) => {
      mkdirSync(join(path, 'service.lock'), { recursive: true });
    },
  ],
])('a data folder that %s is refused with one line that states the remedy', (_, spoil) => {
  const path = join(folder.path, 'data');
  spoil(path);
  const message = refusal(path);
  expect(message).toContain(path);
  expect(message).toMatch(/Set ADWRIGHT_DATA_DIR to a folder that this user can write to/);
  expect(message).not.toContain('\n');
});
