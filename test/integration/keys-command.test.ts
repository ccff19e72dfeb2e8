import { expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { Terminal } from '../support/terminal.ts';

test('a list of keys shows the limits that a key has of its own, and claims none that the installation sets', async () => {
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
