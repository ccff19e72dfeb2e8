import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { runProgram } from '../../src/commands/program.ts';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const namespace = 'default';
let folder: ReturnType<typeof temporaryFolder>;
let store: SqliteStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = openSqliteStore({ file: join(folder.path, 'test.db'), clock: systemClock });
});
afterEach(() => {
  store.close();
  folder.remove();
});

/** The words of each line that is printed; a title of several words is one. */
async function run(...args: string[]): Promise<string[][]> {
  let out = '';
  const context = {
    namespace,
    clock: systemClock,
    store: () => Promise.resolve(store),
    ledger: () => Promise.reject(new Error('No command about accounts asks the ledger.')),
    out: (text: string) => void (out += text),
    err: () => undefined,
  };
  expect(await runProgram(args, context, [], '1.2.3')).toBe(0);
  return out.split('\n').map((line) => line.split(/ {2,}/));
}

test('a list of accounts shows what the books said last', async () => {
  await run('accounts', 'create', 'acme', '--credits', '100');
  const credits = { granted: 100, reserved: 5, spent: 30, available: 65 };
  await store.patchStatus(adAccountKind, { namespace, name: 'acme' }, { status: { credits } });
  const [titles = [], cells = []] = await run('accounts', 'list');
  const shown = Object.fromEntries(titles.map((title, i) => [title, cells[i]]));
  expect(shown).toMatchObject({ GRANTED: '100', AVAILABLE: '65', RESERVED: '5', SPENT: '30' });
});

test('a grant changes the account, and the balance waits for the controller', async () => {
  await run('accounts', 'create', 'acme');
  const [titles = [], cells = []] = await run('accounts', 'grant', 'acme', '20');
  const shown = Object.fromEntries(titles.map((title, i) => [title, cells[i]]));
  expect(shown).toMatchObject({ GRANTED: '20', AVAILABLE: '-', RESERVED: '-', SPENT: '-' });
});
