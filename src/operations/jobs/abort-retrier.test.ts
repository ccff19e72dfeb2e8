import { beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { FakeClock, settle } from '../../../test/support/time/fake-clock.ts';
import { LedgerError } from '../../ledger/port.ts';
import { AbortRetrier } from './abort-retrier.ts';

let clock: FakeClock;
let asked: string[];
let failure: LedgerError | undefined;
let logged: string[];
let retrier: AbortRetrier;
beforeEach(() => {
  clock = new FakeClock();
  [asked, failure, logged] = [[], undefined, []];
  const abort = (jobId: string) => {
    asked.push(jobId);
    return failure === undefined ? Promise.resolve('aborted' as const) : Promise.reject(failure);
  };
  const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  retrier = new AbortRetrier({ ledger: { abort }, clock, logger });
});

const away = new LedgerError('Unavailable', 'away');

test('an admission is aborted at once and only once', async () => {
  retrier.add('a');
  await clock.advance(60_000);
  expect(asked).toEqual(['a']);
});

test('an abort is retried until the ledger answers', async () => {
  failure = away;
  retrier.add('a');
  retrier.add('b');
  await clock.advance(2_000);
  expect(asked).toEqual(['a', 'a', 'a']);
  failure = undefined;
  await clock.advance(1_000);
  expect(asked).toEqual(['a', 'a', 'a', 'a', 'b']);
});

test('an abort is dropped if the ledger has lost its data', async () => {
  failure = new LedgerError('Lost', 'gone');
  retrier.add('a');
  await clock.advance(60_000);
  expect(asked).toEqual(['a']);
});

test('an admission added after another one was aborted is aborted too', async () => {
  retrier.add('a');
  await settle();
  retrier.add('b');
  await settle();
  expect(asked).toEqual(['a', 'b']);
});

test('AbortRetrier.drain waits for open aborts', async () => {
  failure = away;
  retrier.add('a');
  const drained = retrier.drain(5_000);
  failure = undefined;
  await clock.advance(1_000);
  await drained;
  expect(asked).toEqual(['a', 'a']);
});

test('AbortRetrier.drain ends within its time limit and logs the aborts that are left', async () => {
  failure = away;
  retrier.add('a');
  const drained = retrier.drain(2_500);
  await clock.advance(2_500);
  await drained;
  expect(logged.at(-1)).toContain('shutting down before it is known whether the ledger accepted this job');
  const before = asked.length;
  await clock.advance(60_000);
  expect(asked).toHaveLength(before);
});

test('aborts beyond the limit are dropped and logged, and left to the relay', async () => {
  failure = away;
  for (let at = 0; at <= 10_000; at += 1) retrier.add(String(at));
  await settle();
  expect(logged.filter((line) => line.includes('too many'))).toHaveLength(1);
});
