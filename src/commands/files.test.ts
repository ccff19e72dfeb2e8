import { expect, test } from '@jest/globals';
import { Terminal } from '../../test/support/process/terminal.ts';
import { MemoryArtifacts } from '../../test/support/stores/memory-artifacts.ts';
import { claimFiles, fileOwner } from '../runtime/file-owner.ts';

test('files adopt changes the mark of another installation only with --yes', async () => {
  const files = { artifacts: new MemoryArtifacts(), installationSecret: 'a'.repeat(64) };
  await claimFiles({ ...files, installationSecret: 'b'.repeat(64) });
  const terminal = new Terminal();
  const run = (...args: string[]) =>
    terminal.run(['files', 'adopt', ...args], {
      store: () => Promise.reject(new Error('not needed')),
      files: () => Promise.resolve(files),
    });
  expect([await run(), terminal.err]).toEqual([1, expect.stringContaining('add --yes')]);
  expect(await fileOwner(files)).toBe('foreign');
  expect([await run('--yes'), await fileOwner(files)]).toEqual([0, 'own']);
  expect([await run(), terminal.out]).toEqual([0, 'The files belong to this installation.\n']);
});
