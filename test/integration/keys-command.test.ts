import { expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { apiKeyKind } from '../../src/domain/kinds.ts';
import { timestamp } from '../../src/domain/timestamp.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { Terminal } from '../support/terminal.ts';

test('keys list shows when each key was last used', async () => {
  const store = openSqliteStore({ file: ':memory:', clock: systemClock });
  const terminal = new Terminal();
  const run = (...args: string[]) => terminal.run(args, { namespace: 'default', store: () => Promise.resolve(store) });
  await run('accounts', 'create', 'acme');
  for (const name of ['shop', 'web']) await run('keys', 'create', '--account', 'acme', '--name', name);
  const lastUsedTime = timestamp(new Date(systemClock.now().getTime() - 3 * 3_600_000));
  await store.patchStatus(apiKeyKind, { namespace: 'default', name: 'shop' }, { status: { lastUsedTime } });
  expect(await run('keys', 'list')).toBe(0);
  expect(terminal.out).toMatch(/LAST USED.*\nshop .* 3h ago .*\nweb .* - /);
  store.close();
});

test('keys list shows the limits set on a key and "default" for the others', async () => {
  const store = openSqliteStore({ file: ':memory:', clock: systemClock });
  const terminal = new Terminal();
  const run = (...args: string[]) => terminal.run(args, { namespace: 'default', store: () => Promise.resolve(store) });
  await run('accounts', 'create', 'acme');
  await run('keys', 'create', '--account', 'acme', '--name', 'shop', '--image-creates-per-minute', '60');
  expect(await run('keys', 'list')).toBe(0);
  const [titles = [], cells = []] = terminal.out.split('\n').map((line) => line.split(/ {2,}/));
  const shown = Object.fromEntries(titles.map((title, i) => [title, cells[i]]));
  expect(shown).toMatchObject({ 'IMAGE/MIN': '60', 'VIDEO/MIN': 'default', 'READS/MIN': 'default' });
  store.close();
});
