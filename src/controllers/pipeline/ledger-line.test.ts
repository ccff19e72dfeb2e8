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
const away = failing(new LedgerError('Unavailable', 'It is silent.'));
const well = (): Promise<string> => {
  calls += 1;
  return Promise.resolve('well');
};

test.each(['Unavailable', 'Lost'] as const)('after a ledger that is %s nobody waits for it', async (reason) => {
  await expect(line.ask(failing(new LedgerError(reason, 'No.')))).rejects.toThrow(LedgerAway);
  await expect(line.ask(well)).rejects.toThrow(LedgerAway);
  expect(calls).toBe(1);
});

test('a moment later one asks for all, and where it is answered the others ask again', async () => {
  await expect(line.ask(away)).rejects.toThrow(LedgerAway);
  await clock.advance(250);
  let answer: (text: string) => void = () => undefined;
  const first = line.ask(() => new Promise<string>((resolve) => (answer = resolve)));
  await expect(line.ask(well)).rejects.toThrow(LedgerAway);
  answer('again');
  await expect(first).resolves.toBe('again');
  await expect(line.ask(well)).resolves.toBe('well');
});

test('what is no failure of the ledger is thrown as it is, and keeps nobody away', async () => {
  const bug = new Error('A bug.');
  await expect(line.ask(failing(bug))).rejects.toBe(bug);
  await expect(line.ask(well)).resolves.toBe('well');
});

test('it is said once a minute', async () => {
  for (let seconds = 0; seconds < 59; seconds += 1) {
    await expect(line.ask(away)).rejects.toThrow(LedgerAway);
    await clock.advance(1_000);
  }
  expect(warnings).toHaveLength(1);
  await clock.advance(1_000);
  await expect(line.ask(away)).rejects.toThrow(LedgerAway);
  expect(warnings).toHaveLength(2);
});
