import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { newestKey } from './sealing-keys.ts';

test('newestKey returns the last entry of the Secret as the kubelet mounts it, and sees an added one', async () => {
  const folder = temporaryFolder();
  const { path } = folder;
  expect(await newestKey(join(path, 'missing'))).toBeUndefined();
  expect(await newestKey(path)).toBeUndefined();
  const data = join(path, '..2026_11_01');
  mkdirSync(data);
  symlinkSync('..2026_11_01', join(path, '..data'));
  const add = (name: string, value: string): void => {
    writeFileSync(join(data, name), value);
    symlinkSync(join('..data', name), join(path, name));
  };
  add('1', 'first\n');
  expect(await newestKey(path)).toEqual({ id: '1', value: 'first' });
  add('2', 'second');
  expect(await newestKey(path)).toEqual({ id: '2', value: 'second' });
  folder.remove();
});
