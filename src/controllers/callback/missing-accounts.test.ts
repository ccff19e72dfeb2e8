import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Installation } from '../../../test/support/installation/installation.ts';
import { acme, createAccount } from '../../../test/support/installation/objects.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import type { SqliteStore } from '../../store/sqlite-store.ts';
import { MissingAccounts } from './missing-accounts.ts';

let clock: FakeClock;
let store: SqliteStore;
let accounts: MissingAccounts;
beforeEach(() => {
  clock = new FakeClock();
  store = new Installation({ clock }).store;
  accounts = new MissingAccounts({ store, clock });
});
afterEach(() => {
  store.close();
});

async function missingMsAfter(delayMs: number): Promise<number | undefined> {
  await clock.advance(delayMs);
  return accounts.missingMs(acme);
}

test('an account that exists is not missing', async () => {
  await createAccount({ store });
  expect(await accounts.missingMs(acme)).toBeUndefined();
});

test('the time of a missing account starts at the first read that did not find it, separately for each account', async () => {
  expect(await missingMsAfter(0)).toBe(0);
  expect(await missingMsAfter(60_000)).toBe(60_000);
  expect(await accounts.missingMs({ ...acme, name: 'other' })).toBe(0);
});

test.each<[string, () => unknown]>([
  [
    'was found again',
    async () => {
      await createAccount({ store });
      await accounts.missingMs(acme);
      await store.delete(adAccountKind, acme);
    },
  ],
  [
    'had a signing secret meanwhile',
    () => {
      accounts.markPresent(acme);
    },
  ],
])('the measurement starts again for an account that %s', async (_, happen) => {
  await missingMsAfter(0);
  await happen();
  expect(await missingMsAfter(60_000)).toBe(0);
});
