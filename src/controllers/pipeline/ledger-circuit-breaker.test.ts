import { beforeEach, expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { LedgerError } from '../../ledger/port.ts';
import { LedgerUnavailable, LedgerCircuitBreaker, type JobLedger } from './ledger-circuit-breaker.ts';

let clock: FakeClock;
let line: LedgerCircuitBreaker;
let calls: number;
let warnings: unknown[];
const ledger = {} as JobLedger;

beforeEach(() => {
  clock = new FakeClock();
  calls = 0;
  warnings = [];
  const logger = {
    warn: (...args: unknown[]) => void warnings.push(args),
    info: () => undefined,
    error: () => undefined,
  };
  line = new LedgerCircuitBreaker(ledger, clock, logger);
});

const failing = (error: Error) => (): Promise<never> => {
  calls += 1;
  return Promise.reject(error);
};
const away = failing(new LedgerError('Unavailable', 'The ledger is silent.'));
const well = (): Promise<string> => {
  calls += 1;
  return Promise.resolve('well');
};

test.each(['Unavailable', 'Lost'] as const)(
  'after the ledger error %s, calls fail at once without a request',
  async (reason) => {
    await expect(line.call(failing(new LedgerError(reason, 'No.')))).rejects.toThrow(LedgerUnavailable);
    await expect(line.call(well)).rejects.toThrow(LedgerUnavailable);
    expect(calls).toBe(1);
  },
);

test('after a pause one request probes the ledger, and its success lets the others through', async () => {
  await expect(line.call(away)).rejects.toThrow(LedgerUnavailable);
  await clock.advance(250);
  let answer: (text: string) => void = () => undefined;
  const first = line.call(() => new Promise<string>((resolve) => (answer = resolve)));
  await expect(line.call(well)).rejects.toThrow(LedgerUnavailable);
  answer('again');
  await expect(first).resolves.toBe('again');
  await expect(line.call(well)).resolves.toBe('well');
});

test('an error that is not a ledger error is rethrown and does not block later calls', async () => {
  const bug = new Error('A bug.');
  await expect(line.call(failing(bug))).rejects.toBe(bug);
  await expect(line.call(well)).resolves.toBe('well');
});

test('an unavailable ledger is logged once a minute', async () => {
  for (let seconds = 0; seconds < 59; seconds += 1) {
    await expect(line.call(away)).rejects.toThrow(LedgerUnavailable);
    await clock.advance(1_000);
  }
  expect(warnings).toHaveLength(1);
  await clock.advance(1_000);
  await expect(line.call(away)).rejects.toThrow(LedgerUnavailable);
  expect(warnings).toHaveLength(2);
});
