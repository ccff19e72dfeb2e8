import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite-store.ts';
import { Terminal } from '../support/terminal.ts';

const namespace = 'default';
const terminal = new Terminal();
let store: SqliteStore;
beforeEach(() => {
  store = openSqliteStore({ file: ':memory:', clock: systemClock });
});
afterEach(() => {
  store.close();
});

/** The words of each line that is printed; a title of several words is one. */
async function run(...args: string[]): Promise<string[][]> {
  expect(await terminal.run(args, { namespace, store: () => Promise.resolve(store) })).toBe(0);
  return terminal.out.split('\n').map((line) => line.split(/ {2,}/));
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
