import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createApiKeyController } from '../../src/controllers/api-keys/controller.ts';
import { WatchedAccountKeyCache } from '../../src/controllers/pipeline/account-key-cache.ts';
import { adAccountKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { Reflector } from '../../src/runtime/reflector.ts';
import type { AdAccount, AdAccountSpec, AdAccountStatus } from '../../src/schema/adaccount.ts';
import type { ApiKey } from '../../src/schema/apikey.ts';
import { kstatus } from '../support/cluster/kstatus.ts';
import { SpiedStore } from '../support/faults/spied-store.ts';
import { Installation } from '../support/installation/installation.ts';
import { acme, createAccount, createApiKey, namespace } from '../support/installation/objects.ts';
import { until } from '../support/process/until.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

const clock = new FakeClock('2026-11-01T12:00:00Z');
const name = { namespace, name: 'acme-key' };
let home: Installation;
let store: SpiedStore;
let stop: AbortController;
let ended: Promise<unknown>;

beforeEach(() => {
  home = new Installation({ clock });
  store = new SpiedStore(home.store);
});
afterEach(async () => {
  stop.abort();
  await ended;
  home.close();
});

async function start(): Promise<void> {
  stop = new AbortController();
  const select = { namespace };
  const watching = { store, select, clock, logger: home.logger };
  const accounts = new Reflector<AdAccountSpec, AdAccountStatus, AdAccount>({
    ...watching,
    kind: adAccountKind,
    transform: (one) => one,
  });
  const keys = new WatchedAccountKeyCache(watching, accounts);
  const runs = [accounts.run(stop.signal), keys.run(stop.signal)];
  await keys.whenSynced();
  const controller = createApiKeyController({ ...watching, keys: keys.watchedKeys, accounts: accounts.cache });
  controller.start(stop.signal);
  ended = Promise.all([...runs, controller.drain()]);
}

async function key(): Promise<ApiKey> {
  const found = await home.store.get(apiKeyKind, name);
  if (found === undefined) throw new Error('The key is gone.');
  return found;
}

/** Returns the condition `Ready` of the key and what kstatus reports, such as `True Valid Current`. */
async function state(): Promise<string> {
  const found = await key();
  const ready = found.status?.conditions?.find(({ type }) => type === 'Ready');
  return `${ready?.status} ${ready?.reason} ${kstatus(found)}`;
}

const writes = (): number => store.calls.filter((call) => call === 'patchStatus ApiKey').length;
const shows = (want: string) =>
  until(async () => {
    await clock.advance(1_000);
    return (await state()) === want;
  });
const change = (spec: object) => home.store.patch(apiKeyKind, name, { spec });

test('a key is ready with its account, and is not written again after a restart or after its use', async () => {
  await createAccount(home);
  await createApiKey(home);
  await start();
  await shows('True Valid Current');
  expect(await key()).toMatchObject({ status: { observedGeneration: 1 } });
  await home.store.patchStatus(apiKeyKind, name, { status: { lastUsedTime: '2026-11-01T12:00:00Z' } });
  stop.abort();
  await ended;
  await start();
  await clock.advance(30_000);
  expect(writes()).toBe(1);
});

test('a key of a missing account gets ready when the account is created, and is stalled while it is deactivated', async () => {
  await createApiKey(home);
  await start();
  await shows('False AccountNotFound InProgress');
  await createAccount(home);
  await shows('True Valid Current');
  await home.store.patch(adAccountKind, acme, { spec: { active: false } });
  await shows('False AccountDeactivated Failed');
  await home.store.patch(adAccountKind, acme, { spec: { active: true, displayName: 'ACME' } });
  await shows('True Valid Current');
  expect((await key()).status?.conditions?.map(({ type }) => type)).toEqual(['Ready']);
});

test('a key is stalled from the time of its expiry, and once it is revoked', async () => {
  await createAccount(home);
  await createApiKey(home, { expiresAt: new Date(clock.now().getTime() + 60_000).toISOString() });
  await start();
  await shows('True Valid Current');
  await clock.advance(55_000);
  await shows('False Expired Failed');
  await change({ expiresAt: null });
  await shows('True Valid Current');
  await change({ revoked: true });
  await shows('False Revoked Failed');
});

test('the time of the condition stays while its status stays', async () => {
  await createAccount(home);
  await createApiKey(home);
  await start();
  await shows('True Valid Current');
  const before = (await key()).status?.conditions?.[0]?.lastTransitionTime;
  await clock.advance(60_000);
  await change({ hint: 'adw_x...1234' });
  await until(async () => (await key()).status?.observedGeneration === 2);
  expect((await key()).status?.conditions?.[0]?.lastTransitionTime).toBe(before);
});

test('a controller without the right to write conditions of keys logs that and retries after ten minutes', async () => {
  await createAccount(home);
  await createApiKey(home);
  store.failNext('patchStatus', new StoreError('Forbidden', 'Not permitted.'), 'before');
  await start();
  await until(() => Promise.resolve(home.lines.some(({ msg }) => msg.includes('may not write the status'))));
  await clock.advance(599_000);
  expect(writes()).toBe(1);
  await shows('True Valid Current');
});
