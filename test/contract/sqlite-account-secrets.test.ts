import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { keyText } from '../../src/objects/object-key.ts';
import { newSecret } from '../../src/webhooks/signature.ts';
import { SqliteAccountSecrets } from '../../src/secrets/sqlite-account-secrets.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { accountSecretsContract } from './account-secrets.ts';

accountSecretsContract('SqliteAccountSecrets', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'secrets.db');
  const clock = new FakeClock();
  const opened: SqliteAccountSecrets[] = [];
  return Promise.resolve({
    clock,
    open: () => {
      const secrets = new SqliteAccountSecrets({ file, clock, newSecret });
      opened.push(secrets);
      return secrets;
    },
    damage: (account) => {
      const database = new DatabaseSync(file);
      database.prepare('UPDATE secrets SET secret = ? WHERE account = ?').run('{', keyText(account));
      database.close();
      return Promise.resolve();
    },
    close: () => {
      for (const secrets of opened) secrets.close();
      folder.remove();
      return Promise.resolve();
    },
  });
});

describe('SqliteAccountSecrets on disk', () => {
  const acme = { namespace: 'ads', name: 'acme' };
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  let opened: SqliteAccountSecrets[];
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder.path, 'secrets.db');
    opened = [];
  });
  afterEach(() => {
    for (const secrets of opened) secrets.close();
    folder.remove();
  });

  const open = (): SqliteAccountSecrets => {
    const secrets = new SqliteAccountSecrets({ file, clock: new FakeClock(), newSecret });
    opened.push(secrets);
    return secrets;
  };
  const modes = () => readdirSync(folder.path).map((name) => statSync(join(folder.path, name)).mode & 0o777);

  test('only the owner of the files of signing secrets may access them', async () => {
    await open().ensure([acme]);
    expect(modes().length).toBeGreaterThan(1);
    expect(new Set(modes())).toEqual(new Set([0o600]));
  });

  test('a restored file of signing secrets that others may read becomes private', async () => {
    const before = open();
    await before.ensure([acme]);
    before.close();
    chmodSync(file, 0o644);
    open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('signing secrets survive a restart', async () => {
    const before = open();
    await before.ensure([acme]);
    const secret = await before.read(acme);
    before.close();
    expect(await open().read(acme)).toEqual(secret);
  });

  test('calls fail with Unavailable if the folder of signing secrets cannot be used', () => {
    file = join(folder.path, 'secrets.db', 'below', 'x.db');
    new SqliteAccountSecrets({ file: join(folder.path, 'secrets.db'), clock: new FakeClock(), newSecret }).close();
    expect(open).toThrow(expect.objectContaining({ reason: 'Unavailable' }));
  });
});
