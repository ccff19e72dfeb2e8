import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import { ledgerViolations, wholeHistory } from '../support/ledger/ledger-violations.ts';
import { jobIdOf, otherPayer, payer } from './ledger-ids.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const writer = fileURLToPath(new URL('./sqlite-ledger-writer.ts', import.meta.url));

/** A client process and its answers so far. Each answer has the form `NUMBER KIND`. */
interface Asking {
  process: ChildProcess;
  answers: string[];
  /** Resolves when the process has printed `count` answers. */
  upTo(count: number): Promise<void>;
  /** Exit code and signal, once the process has ended. */
  ended: Promise<unknown[]>;
}

describe('SqliteLedger on disk', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let ledgers: SqliteLedger[];
  let children: ChildProcess[];
  const file = (): string => join(folder.path, 'data', 'ledger.db');

  beforeEach(() => {
    folder = temporaryFolder();
    ledgers = [];
    children = [];
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    for (const ledger of ledgers) ledger.close();
    folder.remove();
  });

  const open = (busyTimeoutMs = 30_000): SqliteLedger => {
    const ledger = new SqliteLedger({ file: file(), clock: systemClock, busyTimeoutMs });
    ledgers.push(ledger);
    return ledger;
  };
  const begun = async (credits: number): Promise<SqliteLedger> => {
    const ledger = open();
    await ledger.audit.begin('first');
    await ledger.grant(payer, { id: 'first', amount: credits });
    return ledger;
  };
  /** Starts a client process. `within` is shell code that runs in front of its command, for example to set a limit. */
  const ask = (from: number, count: number, within = ''): Asking => {
    const command = [process.execPath, '--no-warnings', writer, file(), String(from), String(count)];
    const child = spawn('sh', ['-c', `${within}exec "$@"`, 'sh', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const answers: string[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => answers.push(line));
    const upTo = async (wanted: number): Promise<void> => {
      while (answers.length < wanted) await once(lines, 'line');
    };
    const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(() => [
      child.exitCode,
      child.signalCode,
    ]);
    return { process: child, answers, upTo, ended };
  };
  const numbered = (answers: readonly string[], kind: string): string[] =>
    answers.filter((line) => line.endsWith(` ${kind}`)).map((line) => jobIdOf(Number.parseInt(line, 10)));
  const jobsTold = async (ledger: SqliteLedger, kind: string): Promise<(string | null)[]> =>
    (await wholeHistory(ledger, payer)).filter((entry) => entry.kind === kind).map(({ jobId }) => jobId);

  test('`probe` changes nothing and fails if the ledger file cannot be written', async () => {
    const ledger = await begun(100);
    const before = await ledger.balance(payer);
    await ledger.probe();
    expect(await ledger.balance(payer)).toEqual(before);
    const other = new DatabaseSync(file());
    other.exec('BEGIN IMMEDIATE');
    await expect(open(1).probe()).rejects.toMatchObject({ reason: 'Unavailable' });
    other.close();
  });

  test('a reopened ledger keeps all state and continues the sequence', async () => {
    const first = await begun(100);
    const admission = { account: payer, credits: 5, seen: undefined };
    const origin = { kind: 'applied' as const, object: { namespace: 'here', name: 'a', uid: 'uid-1' } };
    await first.admit({ ...admission, jobId: 'uid-1', origin });
    const before = [await first.balance(payer), await wholeHistory(first, payer)];
    first.close();
    const second = open();
    expect([await second.balance(payer), await wholeHistory(second, payer)]).toEqual(before);
    await second.settle('uid-1', 'uid-1');
    expect((await second.audit.position())?.sequence).toBe(3);
  });

  test('a grant entry of an earlier version is returned without a grant id', async () => {
    const ledger = await begun(100);
    const old = new DatabaseSync(file());
    old.exec(
      'INSERT INTO history (account, time, kind, amount, job_id) SELECT account, time, kind, 7, job_id FROM history',
    );
    old.close();
    expect(await wholeHistory(ledger, payer)).toMatchObject([
      { kind: 'grant', amount: 7, jobId: null, grantId: null },
      { kind: 'grant', amount: 100, jobId: null, grantId: 'first' },
    ]);
  });

  test('the history of an account keeps about the last 100,000 entries and leaves other accounts alone', async () => {
    const ledger = await begun(100);
    await ledger.grant(otherPayer, { id: 'theirs', amount: 1 });
    const raw = new DatabaseSync(file());
    raw.exec(`WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 105000)
      INSERT INTO history (account, time, kind, amount, grant_id) SELECT account, time, kind, n, n FROM history, numbers
      WHERE grant_id = 'first'`);
    for (let number = 1; number <= 1_000; number += 1) await ledger.grant(payer, { id: `new ${number}`, amount: 1 });
    const kept = raw.prepare('SELECT count(*) AS kept FROM history GROUP BY account ORDER BY kept').all();
    raw.close();
    const [theirs, own = 0] = kept.map((row) => Number(row['kept']));
    expect(theirs).toBe(1);
    expect(own).toBeGreaterThanOrEqual(100_000);
    expect(own).toBeLessThan(101_000);
    const newest = Array.from({ length: 1_000 }, (_, at) => `new ${1_000 - at}`);
    const { entries } = await ledger.history(payer, { limit: 1_001, cursor: undefined });
    expect(entries.map(({ grantId }) => grantId)).toEqual([...newest, '105000']);
    expect(await ledger.balance(payer)).toMatchObject({ granted: 1_100 });
  });

  test('three processes on one file admit exactly as many jobs as there are credits for', async () => {
    const ledger = await begun(5 * 100);
    const processes = [0, 1_000, 2_000].map((from) => ask(from, 60));
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(processes.map(() => [0, null]));
    const answers = processes.flatMap((one) => one.answers);
    expect(numbered(answers, 'accepted')).toHaveLength(100);
    expect(numbered(answers, 'insufficient')).toHaveLength(80);
    expect((await jobsTold(ledger, 'reserve')).toSorted()).toEqual(numbered(answers, 'accepted').toSorted());
    expect((await jobsTold(ledger, 'settle')).toSorted()).toEqual(numbered(answers, 'settled').toSorted());
    expect(await ledgerViolations(ledger, [payer])).toEqual([]);
  });

  test('three processes that admit the same jobs hold each job once', async () => {
    const ledger = await begun(5 * 1_000);
    const processes = [0, 0, 0].map((from) => ask(from, 40));
    await Promise.all(processes.map(({ ended }) => ended));
    expect(await jobsTold(ledger, 'reserve')).toHaveLength(40);
    expect(await ledgerViolations(ledger, [payer])).toEqual([]);
  });

  test('the jobs of a killed process are all that were answered and at most one more', async () => {
    const ledger = await begun(5 * 100_000);
    for (let round = 0; round < 3; round += 1) {
      const asking = ask(round * 1_000_000, 1_000_000);
      await asking.upTo(15 + 7 * round);
      asking.process.kill('SIGKILL');
      expect(await asking.ended).toEqual([null, 'SIGKILL']);
      for (const [kind, told] of [
        ['accepted', 'reserve'],
        ['settled', 'settle'],
      ] as const) {
        const answered = numbered(asking.answers, kind);
        const inRound = (await jobsTold(ledger, told)).filter((jobId) => isOfRound(jobId, round));
        expect(inRound).toEqual(expect.arrayContaining(answered));
        expect(inRound.length - answered.length).toBeLessThanOrEqual(1);
      }
      expect(await ledgerViolations(ledger, [payer])).toEqual([]);
    }
    expect(await ledger.grant(payer, { id: 'afterwards', amount: 1 })).toBe('granted');
  });

  test('five processes that open a new ledger file concurrently all succeed', async () => {
    const processes = Array.from({ length: 5 }, (_, index) => ask(index * 1_000, 0));
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(processes.map(() => [0, null]));
    expect(await open().audit.position()).toBeUndefined();
  });

  test('writes to a ledger file that another process has locked fail with Unavailable and change nothing', async () => {
    await begun(100);
    const ledger = open(0);
    const holder = new DatabaseSync(file());
    holder.exec('BEGIN IMMEDIATE');
    const grant = { id: 'second', amount: 1 };
    await expect(ledger.grant(payer, grant)).rejects.toMatchObject({ name: 'LedgerError', reason: 'Unavailable' });
    expect(await ledger.balance(payer)).toMatchObject({ granted: 100 });
    expect(await ledger.audit.position()).toMatchObject({ epoch: 'first' });
    holder.close();
    expect(await ledger.grant(payer, grant)).toBe('granted');
  });

  test('on a full disk, writes fail with Unavailable and earlier ones are kept; writes succeed again once there is room', async () => {
    const ledger = await begun(5 * 100_000);
    const asking = ask(0, 100_000, 'ulimit -f 1000 && ');
    expect(await asking.ended).toEqual([0, null]);
    expect(asking.answers.at(-1)).toMatch(/ Unavailable$/);
    expect(numbered(asking.answers, 'accepted').length).toBeGreaterThan(5);
    expect((await jobsTold(ledger, 'reserve')).toReversed()).toEqual(numbered(asking.answers, 'accepted'));
    expect(await ledgerViolations(ledger, [payer])).toEqual([]);
    expect(await ledger.grant(payer, { id: 'afterwards', amount: 1 })).toBe('granted');
  });

  test('a closed ledger fails with Unavailable', async () => {
    const ledger = await begun(100);
    ledger.close();
    await expect(ledger.balance(payer)).rejects.toMatchObject({ name: 'LedgerError', reason: 'Unavailable' });
    await expect(ledger.abort('a')).rejects.toMatchObject({ name: 'LedgerError', reason: 'Unavailable' });
  });

  test('a ledger file of a newer Adwright is refused', async () => {
    await begun(100);
    const newer = new DatabaseSync(file());
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    expect(() => open()).toThrow('newer version of Adwright');
  });
});

function isOfRound(jobId: string | null, round: number): boolean {
  return Math.floor(Number(jobId?.slice(-12)) / 1_000_000) === round;
}
