import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseAllowList } from '../../src/domain/address-rule.ts';
import { Guard, type Resolve } from '../../src/egress/guard.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { HttpSender } from '../../src/webhooks/http-sender.ts';
import { CallbackRig } from '../support/callbacks/callback-rig.ts';
import { HangingReceiver } from '../support/callbacks/hanging-receiver.ts';
import { until } from '../support/process/until.ts';

/**
 * Default limits of the callback controller for callbacks in flight: in total, per account and per receiver. These
 * tests reach them with real sockets.
 */
const [slots, slotsOfOneAccount, connectionsOfOneReceiver] = [256, 96, 8];

let rig: CallbackRig;
let hanging: HangingReceiver;
beforeEach(async () => {
  [rig, hanging] = await Promise.all([CallbackRig.open(), HangingReceiver.start()]);
});
afterEach(async () => {
  await Promise.all([rig.close(), hanging.close()]);
});

/** Creates one finished job of the account per callback URL. */
async function finishedJobs(account: string, urls: readonly string[]): Promise<ObjectKey[]> {
  const keys: ObjectKey[] = [];
  for (const callbackUrl of urls) {
    const key = await rig.jobs.runningJob({ callbackUrl, accountRef: { name: account } });
    await rig.jobs.end(key);
    keys.push(key);
  }
  return keys;
}

/** Creates a finished job whose receiver answers at once, and waits until its callback is delivered. */
async function deliver(account: string): Promise<void> {
  for (const key of await finishedJobs(account, [rig.urlOf('/healthy')])) await rig.whenState(key, 'delivered');
}

function repeated<T>(times: number, items: readonly T[]): T[] {
  return Array.from({ length: times }, () => items).flat();
}

describe('an account with 40 receivers that hang and 320 open callbacks', () => {
  beforeEach(async () => {
    await finishedJobs('busy', repeated(connectionsOfOneReceiver, hanging.urls(40)));
    await rig.start();
    await until(() => hanging.open >= slotsOfOneAccount);
  });

  test('an account whose receivers hang delays no callback of another account', async () => {
    for (const account of ['calm', 'new', 'calm']) await deliver(account);
    expect(hanging.open).toBe(slotsOfOneAccount);
  });

  test('an account whose receivers hang gets all callbacks delivered once they answer', async () => {
    await until(() => {
      hanging.answer();
      return rig.jobs.jobs().then((jobs) => jobs.every(({ status }) => status?.delivery?.state === 'delivered'));
    });
    expect(hanging.peak).toBe(slotsOfOneAccount);
  });
});

test('at most 256 callbacks are sent at once in total, and the next one starts when one ends', async () => {
  const urls = hanging.urls(slots + 20);
  for (const [n, url] of urls.entries()) await finishedJobs(`account-${n}`, [url]);
  await rig.start();
  await until(() => hanging.open >= slots);
  hanging.answer(1);
  await until(async () => (await rig.jobs.jobs()).some(({ status }) => status?.delivery?.state === 'delivered'));
  await until(() => hanging.open >= slots);
  await until(() => {
    hanging.answer();
    return rig.jobs.jobs().then((jobs) => jobs.every(({ status }) => status?.delivery?.state === 'delivered'));
  });
  expect(hanging.peak).toBe(slots);
});

/** Starts a controller that resolves every host name to the address that `next` returns. */
async function startResolving(next: () => string): Promise<void> {
  const resolve: Resolve = (name) => Promise.resolve({ name, addresses: [next()] });
  const guard = new Guard({ allow: parseAllowList('127.0.0.0/8:*'), resolve });
  await rig.start({ ...rig.deps, sender: new HttpSender({ guard, clock: rig.jobs.clock, version: 'test' }) });
}

describe('callbacks of two accounts to the same receivers', () => {
  test.each<[string, (n: number) => string, (n: number) => string]>([
    ['to one origin with many addresses', () => 'receiver.test', (n) => `127.0.1.${n}`],
    ['to one address with many names', (n) => `receiver-${n}.test`, () => '127.0.0.2'],
  ])('at most eight callbacks are sent at once %s', async (_, nameOf, addressOf) => {
    const urls = Array.from({ length: 20 }, (_url, n) => hanging.urlOf(nameOf(n)));
    await finishedJobs('first', urls.slice(10));
    await finishedJobs('second', urls.slice(0, 10));
    let lookups = 0;
    await startResolving(() => addressOf((lookups += 1)));
    await until(() => hanging.open >= connectionsOfOneReceiver);
    await deliver('first');
    expect(hanging.peak).toBe(connectionsOfOneReceiver);
  });
});
