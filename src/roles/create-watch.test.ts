import { beforeEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import { loggerInto, type LogLine } from '../../test/support/process/log-lines.ts';
import { LedgerError, type LedgerAudit } from '../ledger/port.ts';
import { readyAnswer } from '../observability/readiness.ts';
import { RateLimiterUnavailable } from '../ratelimit/port.ts';
import { CreateWatch } from './create-watch.ts';

const counted = { isAllowed: true, used: 1, minute: 1, resetSeconds: 1 };
const first = { epoch: 'e', sequence: 1 };

let clock: FakeClock;
let registry: Registry;
let lines: LogLine[];
let consume: () => Promise<typeof counted>;
let position: () => Promise<typeof first | undefined>;
let probeLedger: () => Promise<void>;

beforeEach(() => {
  clock = new FakeClock();
  registry = new Registry();
  lines = [];
  consume = () => Promise.resolve(counted);
  position = () => Promise.resolve(first);
  probeLedger = () => Promise.resolve();
});

/** Starts the watch and waits until its first check of the stores has ended. */
async function watched(): Promise<{ shown: () => string; stop: () => void }> {
  const never = (): never => {
    throw new Error('a probe must not call this method');
  };
  const audit: LedgerAudit = {
    position: () => position(),
    ...{ begin: never, listHolds: never, restoreHold: never, sums: never, rebuild: never },
  };
  const stores = { ledger: { audit }, rateLimiter: { consume: () => consume() }, probeLedger: () => probeLedger() };
  const watch = new CreateWatch(stores, { clock, logger: loggerInto(lines), registry });
  const stop = new AbortController();
  void watch.run(stop.signal);
  await clock.advance(0);
  const shown = (): string => {
    const { status, text } = readyAnswer({ parts: () => [watch.part()] }, true);
    return `${status} ${text.split('\n')[0] ?? ''}`;
  };
  return {
    shown,
    stop: () => {
      stop.abort();
    },
  };
}

async function gauge(): Promise<string | undefined> {
  return /^adwright_creates_possible (\d)/m.exec(await registry.metrics())?.[1];
}

test('CreateWatch reports that creates can succeed', async () => {
  const { shown, stop } = await watched();
  expect(shown()).toBe('200 [+] create ok');
  expect(await gauge()).toBe('1');
  expect(lines).toEqual([]);
  stop();
});

test.each<[string, () => void, string]>([
  [
    'a full disk under the ledger',
    () => {
      const message = 'The file /data/ledger.db cannot be used: database or disk is full.';
      probeLedger = () => Promise.reject(new LedgerError('Unavailable', message));
    },
    'the disk is full',
  ],
  [
    'an unavailable ledger',
    () => (position = () => Promise.reject(new LedgerError('Unavailable', 'Redis is not connected.'))),
    'the ledger cannot be used',
  ],
  ['a ledger without data', () => (position = () => Promise.resolve(undefined)), 'the ledger cannot be used'],
  [
    'an unavailable counter store',
    () => (consume = () => Promise.reject(new RateLimiterUnavailable('Redis is not connected.'))),
    'the counter store cannot be used',
  ],
])('%s is reported and logged once, and /readyz stays 200', async (_, breakStore, reason) => {
  const { shown, stop } = await watched();
  breakStore();
  await clock.advance(8_000);
  expect(shown()).toBe(`200 [!] create warning: no job can be created: ${reason}`);
  expect(await gauge()).toBe('0');
  const msg = 'no job can be created; answering create requests with 503 and checking again in 1 s';
  expect(lines).toMatchObject([{ level: 'error', reason, err: { message: expect.any(String) }, msg }]);
  stop();
});

test('until a job could be created once, /readyz is 503, so that a rollout waits', async () => {
  probeLedger = () => Promise.reject(new Error('Redis is not connected.'));
  const { shown, stop } = await watched();
  expect(shown()).toBe('503 [-] create failed: no job can be created: the ledger cannot be used');
  probeLedger = () => Promise.resolve();
  await clock.advance(1_000);
  expect(shown()).toBe('200 [+] create ok');
  stop();
});

test('a store that is not there yet is an error only after a minute', async () => {
  position = () => Promise.resolve(undefined);
  const { shown, stop } = await watched();
  expect(shown()).toMatch(/^200 \[!\] create warning/);
  await clock.advance(59_000);
  const waits = { level: 'info', reason: 'The ledger is not initialized.', msg: 'no job can be created yet; waiting' };
  expect(lines).toMatchObject([waits]);
  await clock.advance(2_000);
  expect(lines.slice(1)).toMatchObject([{ level: 'error', reason: 'the ledger cannot be used' }]);
  stop();
});

test('a store that does not answer for a second counts as unavailable', async () => {
  consume = () => new Promise(() => undefined);
  const { shown, stop } = await watched();
  await clock.advance(1_000);
  expect(shown()).toBe('503 [-] create failed: no job can be created: the counter store cannot be used');
  stop();
});

test('CreateWatch reports a failure within 5 s and a recovery within 1 s', async () => {
  const { shown, stop } = await watched();
  probeLedger = () => Promise.reject(new Error('database or disk is full'));
  await clock.advance(5_000);
  expect(shown()).toContain('the disk is full');
  probeLedger = () => Promise.resolve();
  await clock.advance(1_000);
  expect(shown()).toBe('200 [+] create ok');
  expect(lines.at(-1)).toMatchObject({ level: 'info', msg: 'jobs can be created again' });
  stop();
});
