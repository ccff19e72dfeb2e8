import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { StageOutputs } from './outputs.ts';

let folder: ReturnType<typeof temporaryFolder>;
let outputs: StageOutputs;
beforeEach(() => {
  folder = temporaryFolder();
  const access = (name: string) => ({ kind: 'file' as const, path: join(folder.path, name) });
  outputs = new StageOutputs({ 'a.txt': access('a.txt'), 'b.txt': access('b.txt') }, fetch);
});
afterEach(() => {
  folder.remove();
});

test('files are listed in the order of their first write, with the size of their last write', async () => {
  await outputs.write('b.txt', Buffer.from('first'), 'text/plain');
  await outputs.write('a.txt', Buffer.from(''), 'text/plain');
  await outputs.write('b.txt', Buffer.from('second!'), 'text/plain');
  expect(outputs.files.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['b.txt', 7],
    ['a.txt', 0],
  ]);
  expect(readFileSync(join(folder.path, 'b.txt'), 'utf8')).toBe('second!');
});

test.each(['c.txt', '../a.txt', 'toString', '__proto__'])('the undeclared output %s is not written', async (name) => {
  await expect(outputs.write(name, Buffer.from('x'), 'text/plain')).rejects.toThrow('declared no output');
  expect(outputs.files).toEqual([]);
});
