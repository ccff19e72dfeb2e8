import { expect, test } from '@jest/globals';
import { MemoryArtifacts } from '../../test/support/stores/memory-artifacts.ts';
import { adoptFiles, claimFiles, fileOwner, installationMarkKey } from './file-owner.ts';

const installationSecret = 'a'.repeat(64);
const others = 'b'.repeat(64);
const owned = (artifacts = new MemoryArtifacts()) => ({ artifacts, installationSecret });

test('the first installation marks a store that already has files, and no later one can', async () => {
  const files = owned();
  await files.artifacts.put('archive/old.json', Buffer.from('{}'));
  expect(await fileOwner(files)).toBe('none');
  expect(await claimFiles(files)).toBe('own');
  const other = { ...files, installationSecret: others };
  expect([await claimFiles(other), await fileOwner(other), await fileOwner(files)]).toEqual([
    'foreign',
    'foreign',
    'own',
  ]);
});

test('of two installations that claim a store at the same time, one owns it', async () => {
  const files = owned();
  const owners = await Promise.all([claimFiles(files), claimFiles({ ...files, installationSecret: others })]);
  expect(owners.toSorted()).toEqual(['foreign', 'own']);
});

test('the mark does not contain the installation secret', async () => {
  const files = owned();
  await claimFiles(files);
  const mark = await files.artifacts.get(installationMarkKey, 1_000);
  expect(mark?.toString()).toMatch(/^[0-9a-f]{64}\n$/);
  expect(mark?.toString()).not.toContain(installationSecret);
});

test.each([
  ['truncated', '12ab'],
  ['empty', ''],
  ['larger than any mark', 'x'.repeat(5_000)],
])('a mark that is %s belongs to no installation until one adopts the files', async (_, text) => {
  const files = owned();
  await files.artifacts.put(installationMarkKey, Buffer.from(text));
  expect(await claimFiles(files)).toBe('foreign');
  await adoptFiles(files);
  expect(await claimFiles(files)).toBe('own');
});
