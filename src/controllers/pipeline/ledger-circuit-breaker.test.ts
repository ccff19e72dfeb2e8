import { beforeEach, expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.ts';
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
const away = failing(new LedgerError('Unavailable', 'It is silent.'));
const well = (): Promise<string> => {
  calls += 1;
  return Promise.resolve('well');
};

test.each(['Unavailable', 'Lost'] as const)('after a ledger that is %s nobody waits for it', async (reason) => {
  await expect(line.call(failing(new LedgerError(reason, 'No.')))).rejects.toThrow(LedgerUnavailable);
  await expect(line.call(well)).rejects.toThrow(LedgerUnavailable);
  expect(calls).toBe(1);
});

test('a moment later one asks for all, and where it is answered the others ask again', async () => {
  await expect(line.call(away)).rejects.toThrow(LedgerUnavailable);
  await clock.advance(250);
  let answer: (text: string) => void = () => undefined;
  const first = line.call(() => new Promise<string>((resolve) => (answer = resolve)));
  await expect(line.call(well)).rejects.toThrow(LedgerUnavailable);
  answer('again');
  await expect(first).resolves.toBe('again');
  await expect(line.call(well)).resolves.toBe('well');
});

test('what is no failure of the ledger is thrown as it is, and keeps nobody away', async () => {
  const bug = new Error('A bug.');
  await expect(line.call(failing(bug))).rejects.toBe(bug);
  await expect(line.call(well)).resolves.toBe('well');
});

test('it is said once a minute', async () => {
  for (let seconds = 0; seconds < 59; seconds += 1) {
    await expect(line.call(away)).rejects.toThrow(LedgerUnavailable);
    await clock.advance(1_000);
  }
  expect(warnings).toHaveLength(1);
  await clock.advance(1_000);
  await expect(line.call(away)).rejects.toThrow(LedgerUnavailable);
  expect(warnings).toHaveLength(2);
});
