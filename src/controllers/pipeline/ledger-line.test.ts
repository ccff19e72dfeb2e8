import { beforeEach, expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { LedgerError } from '../../ledger/port.ts';
import { LedgerAway, LedgerLine, type JobLedger } from './ledger-line.ts';

let clock: FakeClock;
let line: LedgerLine;
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
  line = new LedgerLine(ledger, clock, logger);
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
    await expect(line.ask(failing(new LedgerError(reason, 'No.')))).rejects.toThrow(LedgerAway);
    await expect(line.ask(well)).rejects.toThrow(LedgerAway);
    expect(calls).toBe(1);
  },
);

test('after a pause one request probes the ledger, and its success lets the others through', async () => {
  await expect(line.ask(away)).rejects.toThrow(LedgerAway);
  await clock.advance(250);
  let answer: (text: string) => void = () => undefined;
  const first = line.ask(() => new Promise<string>((resolve) => (answer = resolve)));
  await expect(line.ask(well)).rejects.toThrow(LedgerAway);
  answer('again');
  await expect(first).resolves.toBe('again');
  await expect(line.ask(well)).resolves.toBe('well');
});

test('an error that is not a ledger error is rethrown and does not block later calls', async () => {
  const bug = new Error('A bug.');
  await expect(line.ask(failing(bug))).rejects.toBe(bug);
  await expect(line.ask(well)).resolves.toBe('well');
});

test('an unavailable ledger is logged once a minute', async () => {
  for (let seconds = 0; seconds < 59; seconds += 1) {
    await expect(line.ask(away)).rejects.toThrow(LedgerAway);
    await clock.advance(1_000);
  }
  expect(warnings).toHaveLength(1);
  await clock.advance(1_000);
  await expect(line.ask(away)).rejects.toThrow(LedgerAway);
  expect(warnings).toHaveLength(2);
});
