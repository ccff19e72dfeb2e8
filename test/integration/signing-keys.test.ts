import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { NotLeadingError } from '../../src/runtime/fence.ts';
import { SigningKeys, type SigningKeysDeps } from '../../src/secrets/signing-keys.ts';
import { formatSecret, secretBytes } from '../../src/webhooks/signature.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { Installation } from '../support/installation/installation.ts';
import { createAccount } from '../support/installation/objects.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import type { LogLine } from '../support/process/log-lines.ts';

const acme = { namespace: 'ads', name: 'acme' };
const freshMs = 2_000;

let home: Installation;
let clock: FakeClock;
let store: Installation['store'];
let accountSecrets: Installation['accountSecrets'];
let lines: LogLine[];
/** Calls to the object store, to the Secrets of users and to the signing secrets of accounts. */
let calls: string[];
/** If set, the next calls reject with this error. */
let failure: Error | undefined;

beforeEach(() => {
  clock = new FakeClock();
  home = new Installation({ clock });
  ({ store, accountSecrets, lines } = home);
  [calls, failure] = [[], undefined];
});
afterEach(() => {
  home.close();
});

function open(): SigningKeys {
  const spied = <T extends object>(part: T): T =>
    aroundCalls(part, (name, call) => {
      calls.push(name);
      return failure === undefined ? call() : Promise.reject(failure);
    });
  const deps: SigningKeysDeps = {
    store,
    secrets: spied(home.secrets),
    accountSecrets: spied(accountSecrets),
    clock,
    logger: home.logger,
  };
  return new SigningKeys(deps);
}

async function create(webhookSecret?: string): Promise<void> {
  const spec = webhookSecret === undefined ? {} : { webhookSecretRef: { name: webhookSecret } };
  await createAccount(home, spec, acme);
}

function put(values: Record<string, string>): void {
  const path = join(home.path, 'secrets', 'ads', 'own');
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  for (const [name, value] of Object.entries(values)) writeFileSync(join(path, name), value, { mode: 0o600 });
}

const secretOf = (byte: number) => formatSecret(Buffer.alloc(32, byte));
const bytesOf = (byte: number) => Buffer.alloc(32, byte);

describe('accounts without webhookSecretRef', () => {
  test('an account without a signing secret gets one, which then stays', async () => {
    await create();
    const keys = await open().of(acme);
    expect(keys).toEqual([secretBytes((await accountSecrets.read(acme))?.current ?? '')]);
    expect(await open().of(acme)).toEqual(keys);
  });

  test('during the rotation of a signing secret both keys sign, the newer one first', async () => {
    await create();
    const [before = Buffer.of()] = (await open().of(acme)) ?? [];
    const { current } = await accountSecrets.rotate(acme, 60_000);
    expect(await open().of(acme)).toEqual([secretBytes(current), before]);
  });

  test('many callbacks share one read of the signing keys, and a rotation takes effect within two seconds', async () => {
    await create();
    const keys = open();
    await keys.of(acme);
    calls.length = 0;
    await clock.advance(freshMs);
    await Promise.all(Array.from({ length: 50 }, () => keys.of(acme)));
    expect(calls).toEqual(['read']);
    const { current } = await accountSecrets.rotate(acme, 0);
    await clock.advance(freshMs);
    expect(await keys.of(acme)).toEqual([secretBytes(current)]);
  });

  test('an account that does not exist has no signing keys and gets no secret', async () => {
    expect(await open().of(acme)).toBeUndefined();
    expect(await accountSecrets.read(acme)).toBeUndefined();
  });
});

describe('accounts with webhookSecretRef', () => {
  test('all values of the Secret sign callbacks, in the order of their keys', async () => {
    await create('own');
    put({ b: secretOf(2), a: `${secretOf(1)}\n` });
    expect(await open().of(acme)).toEqual([bytesOf(1), bytesOf(2)]);
    expect(await accountSecrets.read(acme)).toBeUndefined();
  });

  test('a Secret value in another form is left out, and the log names its key', async () => {
    await create('own');
    put({ a: 'whsec_short', b: secretOf(2), c: 'password' });
    expect(await open().of(acme)).toEqual([bytesOf(2)]);
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', account: 'ads/acme', wrong: ['a', 'c'] })]);
  });

  test.each<[string, Record<string, string> | undefined]>([
    ['does not exist', undefined],
    ['is empty', {}],
    ['has no usable value', { a: 'whsec_short' }],
  ])('a Secret that %s gives no signing keys and a warning', async (_, values) => {
    await create('own');
    if (values !== undefined) put(values);
    expect(await open().of(acme)).toBeUndefined();
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', account: 'ads/acme' })]);
  });

  test('at most ten values of a Secret sign callbacks', async () => {
    await create('own');
    put(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`key-${String(i).padStart(2, '0')}`, secretOf(i)])));
    expect(await open().of(acme)).toEqual(Array.from({ length: 10 }, (_, i) => bytesOf(i)));
  });
});

describe('failures', () => {
  test.each(['own', undefined])(
    'a read of signing keys fails while the store is unavailable, and the next call reads again (%s)',
    async (ref) => {
      await create(ref);
      put({ a: secretOf(1) });
      const keys = open();
      failure = new StoreError('Unavailable', 'away');
      await expect(keys.of(acme)).rejects.toBe(failure);
      failure = undefined;
      expect(await keys.of(acme)).toHaveLength(1);
    },
  );

  test.each(['NotFound', 'Forbidden', 'Invalid'] as const)(
    'a store that fails with %s gives no signing keys and a warning with the cause',
    async (reason) => {
      await create();
      failure = new StoreError(reason, 'the cause');
      expect(await open().of(acme)).toBeUndefined();
      const err = expect.objectContaining({ message: 'the cause' });
      expect(lines).toEqual([expect.objectContaining({ level: 'warn', account: 'ads/acme', err })]);
    },
  );

  test('a process that no longer leads gets an error instead of an empty list of keys', async () => {
    await create();
    failure = new NotLeadingError();
    await expect(open().of(acme)).rejects.toBe(failure);
  });

  test('a damaged signing secret gives no keys; the log contains the account and not the secret', async () => {
    await create();
    await accountSecrets.ensure([acme]);
    const database = new DatabaseSync(join(home.path, 'account-secrets.db'));
    database.exec("UPDATE secrets SET secret = replace(secret, 'whsec_', 'whsec_!')");
    database.close();
    expect(await open().of(acme)).toBeUndefined();
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', account: 'ads/acme' })]);
    expect(JSON.stringify(lines)).not.toContain('whsec_');
  });
});

test('an account whose status records a signing secret that is missing has no keys, and gets no other secret', async () => {
  await create();
  const condition = { type: 'SigningSecret', status: 'True', reason: 'Created', message: 'It was created.' };
  const conditions = [{ ...condition, lastTransitionTime: '2026-11-01T12:00:00Z', observedGeneration: 1 }];
  await store.patchStatus(adAccountKind, acme, { status: { conditions } });
  expect(await open().of(acme)).toBeUndefined();
  expect(await accountSecrets.read(acme)).toBeUndefined();
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining('signing secret of an account is lost')]);
});
