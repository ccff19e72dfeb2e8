import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Installation } from '../../test/support/installation/installation.ts';
import { AutoAdvancingClock } from '../../test/support/time/auto-advancing-clock.ts';
import { Terminal } from '../../test/support/process/terminal.ts';
import { checkApiKey, hashApiKey } from '../domain/api-key.ts';
import { apiKeyKind } from '../domain/kinds.ts';
import type { ApiKey } from '../schema/apikey.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';

const namespace = 'default';
const terminal = new Terminal();
/**
 * Clock that stays at noon on 1 November 2026: it advances only while a command waits, and the `keys` commands never
 * wait.
 */
const clock = new AutoAdvancingClock();
let store: SqliteStore;
beforeEach(async () => {
  store = new Installation().store;
  await run('accounts', 'create', 'acme');
});
afterEach(() => {
  store.close();
});

/** Runs a command and returns its exit code. */
function run(...args: string[]): Promise<number> {
  return terminal.run(args, { namespace, clock, store: () => Promise.resolve(store) });
}

/** Creates the key "shop" and returns its secret. */
async function createShop(...args: string[]): Promise<string> {
  expect(await run('keys', 'create', '--account', 'acme', '--name', 'shop', ...args)).toBe(0);
  return terminal.out.trimEnd();
}

async function specOf(name: string): Promise<ApiKey['spec'] | undefined> {
  return (await store.get(apiKeyKind, { namespace, name }))?.spec;
}

/** Runs `keys list`, and returns the cells of the first key in the table, by the titles of the columns. */
async function listed(): Promise<Record<string, string | undefined>> {
  await run('keys', 'list');
  const [titles = [], cells = []] = terminal.out.split('\n').map((line) => line.split(/ {2,}/));
  return Object.fromEntries(titles.map((title, i) => [title, cells[i]]));
}

test('keys create prints only the key and stores only its hash', async () => {
  const secret = await createShop();
  expect(terminal.out).toBe(`${secret}\n`);
  expect(checkApiKey(secret)).toBe(true);
  const stored = await store.get(apiKeyKind, { namespace, name: 'shop' });
  expect(stored?.spec.secretHash).toBe(hashApiKey(secret));
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('keys create says on standard error that the secret is not shown again', async () => {
  await createShop();
  expect(terminal.err).toBe('Created key "shop" for account "acme". Copy the secret now: it is not shown again.\n');
});

test('keys create names a key after its account if no name is given', async () => {
  const account = 'a'.repeat(63);
  await run('accounts', 'create', account);
  expect(await run('keys', 'create', '--account', account)).toBe(0);
  const { items } = await store.list(apiKeyKind, { namespace });
  expect(items.map(({ metadata: { name } }) => name)).toEqual([expect.stringMatching(/^a{48}-[0-9a-f]{8}$/)]);
});

test.each([
  ['more than ten video creates per minute', ['--account', 'acme', '--video-creates-per-minute', '11'], 2],
  ['a limit of zero', ['--account', 'acme', '--image-creates-per-minute', '0'], 2],
  ['an unknown account', ['--account', 'nobody'], 3],
  ['a duration without a unit', ['--account', 'acme', '--expires-in', '90'], 2],
  ['no account', [], 2],
])('keys create with %s is refused', async (_, args, code) => {
  expect(await run('keys', 'create', ...args)).toBe(code);
  expect(terminal.out).toBe('');
});

test('keys create refuses a name that is taken', async () => {
  await createShop();
  expect(await run('keys', 'create', '--account', 'acme', '--name', 'shop')).toBe(1);
  expect(terminal.err).toBe('ApiKey "shop" already exists.\n');
});

test('keys rotate with an overlap keeps the old secret valid until the overlap ends', async () => {
  const old = hashApiKey(await createShop());
  expect(await run('keys', 'rotate', 'shop', '--overlap', '24h')).toBe(0);
  expect(await specOf('shop')).toMatchObject({
    secretHash: hashApiKey(terminal.out.trimEnd()),
    previousSecretHash: old,
    previousExpiresAt: '2026-11-02T12:00:00.000Z',
  });
});

test('keys rotate without an overlap removes every old secret', async () => {
  await createShop();
  await run('keys', 'rotate', 'shop', '--overlap', '24h');
  await run('keys', 'rotate', 'shop');
  expect(await specOf('shop')).not.toHaveProperty('previousSecretHash');
  expect(await specOf('shop')).not.toHaveProperty('previousExpiresAt');
});

test('keys rotate refuses a revoked key', async () => {
  await createShop();
  expect(await run('keys', 'revoke', 'shop')).toBe(0);
  expect(await run('keys', 'rotate', 'shop')).toBe(1);
  expect(terminal.err).toBe('Key "shop" is revoked. Create a new key with `adwright keys create`.\n');
  expect(await listed()).toMatchObject({ STATE: 'revoked' });
});

test('keys update changes only the given fields', async () => {
  await createShop('--job-reads-per-minute', '600', '--expires-in', '30d');
  expect(await run('keys', 'update', 'shop', '--image-creates-per-minute', '60', '--no-expiry')).toBe(0);
  const spec = await specOf('shop');
  expect(spec?.limits).toEqual({ jobReadsPerMinute: 600, imageCreatesPerMinute: 60 });
  expect(spec?.expiresAt).toBeUndefined();
});

test('keys update keeps the expiry if it changes only a limit', async () => {
  await createShop('--expires-in', '30d');
  await run('keys', 'update', 'shop', '--image-creates-per-minute', '60');
  expect((await specOf('shop'))?.expiresAt).toBe('2026-12-01T12:00:00.000Z');
});

test('keys update without a change is a usage error', async () => {
  await createShop();
  expect(await run('keys', 'update', 'shop')).toBe(2);
  expect(terminal.err).toContain('No change was given.');
});

test('keys list shows only the keys of the given account', async () => {
  await createShop();
  await run('accounts', 'create', 'beta');
  await run('keys', 'create', '--account', 'beta', '--name', 'web');
  await run('keys', 'list', '--account', 'beta');
  expect(terminal.out).toMatch(/\nweb /);
  expect(terminal.out).not.toContain('shop');
});

test.each<[string, string | undefined]>([
  ['valid', undefined],
  ['valid, 1d left', '2026-11-01T12:00:01Z'],
  ['valid, 30d left', '2026-12-01T12:00:00Z'],
  ['expired', '2026-11-01T12:00:00Z'],
])('keys list shows "%s" for a key with the expiry %s', async (state, expiresAt) => {
  await createShop();
  if (expiresAt !== undefined) await store.patch(apiKeyKind, { namespace, name: 'shop' }, { spec: { expiresAt } });
  expect(await listed()).toMatchObject({ STATE: state });
});

test('keys list shows when each key was last used', async () => {
  for (const name of ['shop', 'web']) await run('keys', 'create', '--account', 'acme', '--name', name);
  const lastUsedTime = '2026-11-01T09:00:00Z';
  await store.patchStatus(apiKeyKind, { namespace, name: 'shop' }, { status: { lastUsedTime } });
  expect(await run('keys', 'list')).toBe(0);
  expect(terminal.out).toMatch(/LAST USED.*\nshop .* 3h ago .*\nweb .* - /);
});

test('keys list shows the limits set on a key and "default" for the others', async () => {
  await createShop('--image-creates-per-minute', '60');
  expect(await listed()).toMatchObject({ 'IMAGE/MIN': '60', 'VIDEO/MIN': 'default', 'READS/MIN': 'default' });
});
