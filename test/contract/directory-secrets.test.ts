import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DirectorySecrets } from '../../src/secrets/directory-secrets.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { secretsContract } from './secrets.ts';

secretsContract('DirectorySecrets', () => {
  const folder = temporaryFolder();
  return Promise.resolve({
    secrets: new DirectorySecrets(folder.path),
    namespace: 'here',
    otherNamespace: 'there',
    put: async ({ namespace, name }, values) => {
      const path = join(folder.path, namespace, name);
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true });
      for (const [value, bytes] of Object.entries(values)) await writeFile(join(path, value), bytes, { mode: 0o600 });
    },
    remove: ({ namespace, name }) => rm(join(folder.path, namespace, name), { recursive: true }),
    close: () => {
      folder.remove();
      return Promise.resolve();
    },
  });
});

describe('DirectorySecrets on disk', () => {
  const key = { namespace: 'here', name: 'signing' };
  let folder: ReturnType<typeof temporaryFolder>;
  let secrets: DirectorySecrets;
  let current: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    secrets = new DirectorySecrets(folder.path);
    await mkdir(join(folder.path, 'here', 'signing'), { recursive: true });
    current = join(folder.path, 'here', 'signing', 'current');
    await writeFile(current, 'one', { mode: 0o600 });
  });
  afterEach(() => {
    folder.remove();
  });

  test('a file that others may read is refused with the chmod command to run', async () => {
    await chmod(current, 0o644);
    await expect(secrets.read(key)).rejects.toThrow('chmod 600');
  });

  test('DirectorySecrets ignores symbolic links', async () => {
    await symlink(current, join(folder.path, 'here', 'signing', 'link'));
    expect(await secrets.read(key)).toEqual({ current: Buffer.from('one') });
  });

  test('a file in place of the folder counts as a missing Secret', async () => {
    await writeFile(join(folder.path, 'here', 'file'), 'x', { mode: 0o600 });
    expect(await secrets.read({ ...key, name: 'file' })).toBeUndefined();
  });
});
