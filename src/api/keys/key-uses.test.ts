import { beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { MergePatch } from '../../objects/merge-patch.ts';
import { StoreError } from '../../objects/store-error.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { KeyUses } from './key-uses.ts';

const minuteMs = 60_000;
let clock: FakeClock;
let watched: Map<string, ApiKey>;
let written: [string, MergePatch][];
let answer: () => Promise<void>;

beforeEach(() => {
  clock = new FakeClock('2026-11-01T12:00:00Z');
  watched = new Map();
  written = [];
  answer = () => Promise.resolve();
});

function key(name: string, lastUsedTime?: string): ApiKey {
  const creationTimestamp = '2026-10-01T00:00:00Z';
  const metadata = {
    name,
    namespace: 'ads',
    uid: `uid-${name}`,
    resourceVersion: '1',
    generation: 1,
    creationTimestamp,
  };
  const spec = { accountRef: { name: 'acme' }, secretHash: 'a'.repeat(64), revoked: false };
  const made: ApiKey = { apiVersion: 'adwright.dev/v1alpha1', kind: 'ApiKey', metadata, spec };
  return lastUsedTime === undefined ? made : { ...made, status: { lastUsedTime } };
}

/** Adds the key to what the watch shows. */
function show(shown: ApiKey): ApiKey {
  watched.set(shown.metadata.name, shown);
  return shown;
}

function start(signal = new AbortController().signal): KeyUses {
  const patchStatus: unknown = async (_: unknown, { name }: ObjectKey, patch: MergePatch) => {
    written.push([name, patch]);
    await answer();
  };
  const store = { patchStatus } as ObjectStore;
  const logger = pino({ level: 'silent' });
  const uses = new KeyUses({ store, watched: ({ name }) => watched.get(name), clock, logger });
  void uses.run(signal);
  return uses;
}

const names = (): string[] => written.map(([name]) => name);

test('the first use writes the time to the key with this uid', async () => {
  const uses = start();
  uses.note(show(key('shop')));
  await clock.advance(5_000);
  uses.note(key('shop'));
  await clock.advance(5_000);
  const patch = { metadata: { uid: 'uid-shop' }, status: { lastUsedTime: '2026-11-01T12:00:00Z' } };
  expect(written).toEqual([['shop', patch]]);
});

test.each<[string, string | undefined, string[]]>([
  ['a key that was never used is written', undefined, ['shop']],
  ['a key that was last used an hour ago is written again', '2026-11-01T11:00:00Z', ['shop']],
  ['a key that was last used within the hour is not written', '2026-11-01T11:00:01Z', []],
])('%s', async (_, lastUsedTime, want) => {
  start().note(show(key('shop', lastUsedTime)));
  await clock.advance(minuteMs);
  expect(names()).toEqual(want);
});

test('a key that was used within the hour is written at its next use after that hour', async () => {
  const uses = start();
  const shop = show(key('shop', '2026-11-01T11:30:00Z'));
  uses.note(shop);
  await clock.advance(29 * minuteMs);
  uses.note(shop);
  await clock.advance(minuteMs);
  expect(written).toEqual([]);
  uses.note(shop);
  await clock.advance(minuteMs);
  expect(names()).toEqual(['shop']);
});

test('a key that another replica has already written is not written again', async () => {
  start().note(key('shop'));
  show(key('shop', '2026-11-01T12:00:00Z'));
  await clock.advance(minuteMs);
  expect(written).toEqual([]);
});

test('a key that is gone is not written', async () => {
  start().note(key('shop'));
  await clock.advance(minuteMs);
  expect(written).toEqual([]);
});

test('a failed write delays no other write, and the next use of its key is written', async () => {
  const uses = start();
  answer = () => Promise.reject(new StoreError('Forbidden', 'no'));
  const shop = show(key('shop'));
  uses.note(shop);
  uses.note(show(key('web')));
  await clock.advance(10_000);
  expect(names()).toEqual(['shop', 'web']);
  uses.note(shop);
  await clock.advance(minuteMs);
  expect(names()).toEqual(['shop', 'web', 'shop']);
});

test('at most a hundred keys are written every ten seconds', async () => {
  const uses = start();
  for (let number = 0; number < 250; number += 1) uses.note(show(key(`key-${number}`)));
  await clock.advance(10_000);
  expect(written).toHaveLength(100);
  await clock.advance(20_000);
  expect(written).toHaveLength(250);
});

test('at most ten thousand keys wait to be written', async () => {
  const uses = start();
  for (let number = 0; number < 10_001; number += 1) uses.note(show(key(`key-${number}`)));
  await clock.advance(2 * 60 * minuteMs);
  expect(written).toHaveLength(10_000);
});

test('no key is written after a stop', async () => {
  const stop = new AbortController();
  const uses = start(stop.signal);
  answer = () => {
    stop.abort();
    return Promise.resolve();
  };
  uses.note(show(key('shop')));
  uses.note(show(key('web')));
  await clock.advance(minuteMs);
  expect(names()).toEqual(['shop']);
});
