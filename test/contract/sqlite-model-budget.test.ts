import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { SqliteModelBudget } from '../../src/models/budget/sqlite-model-budget.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { modelBudgetContract } from './model-budget.ts';

const day = 86_400_000;
const reservation = { account: { namespace: 'here', name: 'acme' }, jobId: 'job', stage: 'image' };
const amounts = { wantedMicroUsd: 400, limitMicroUsd: 1_000 };
const unavailable = { name: 'BudgetUnavailable' };

function opened(start = '2026-01-01T12:00:00Z') {
  const clock = new FakeClock(start);
  const folder = temporaryFolder();
  const file = join(folder.path, 'data', 'budget.db');
  const open = () => new SqliteModelBudget({ file, clock, busyTimeoutMs: 0 });
  const [budget, other] = [open(), open()];
  const close = () => {
    budget.close();
    other.close();
    folder.remove();
    return Promise.resolve();
  };
  return { budget, other, open, file, clock, nextDay: () => clock.advance(day), close };
}

modelBudgetContract('SqliteModelBudget', () => Promise.resolve(opened()));

test('the budget of a day begins at midnight UTC', async () => {
  const { budget, clock, close } = opened('2026-01-01T23:59:59.999Z');
  await budget.reserve(reservation, { wantedMicroUsd: 1_000, limitMicroUsd: 1_000 });
  expect(await budget.reserve({ ...reservation, jobId: 'late' }, amounts)).toBe(0);
  await clock.advance(1);
  expect(await budget.reserve({ ...reservation, jobId: 'early' }, amounts)).toBe(400);
  await close();
});

test('a reopened budget keeps its reservations', async () => {
  const { budget, open, close } = opened();
  await budget.reserve(reservation, amounts);
  budget.close();
  const again = open();
  expect(await again.used([reservation.account])).toEqual([{ spentMicroUsd: 0, reservedMicroUsd: 400 }]);
  again.close();
  await close();
});

test('a new reservation deletes those of more than three days ago', async () => {
  const { budget, clock, file, close } = opened();
  await budget.reserve(reservation, amounts);
  const jobs = async (jobId: string) => {
    await budget.reserve({ ...reservation, jobId }, amounts);
    const connection = new DatabaseSync(file);
    const rows = connection.prepare('SELECT job_id FROM reservations ORDER BY day').all();
    connection.close();
    return rows.map((row) => row['job_id']);
  };
  await clock.advance(3 * day);
  expect(await jobs('second')).toEqual(['job', 'second']);
  await clock.advance(day);
  expect(await jobs('third')).toEqual(['second', 'third']);
  await close();
});

test('a file that another process has locked fails with BudgetUnavailable', async () => {
  const { budget, file, close } = opened();
  await budget.reserve(reservation, amounts);
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  await expect(budget.reserve({ ...reservation, jobId: 'other' }, amounts)).rejects.toMatchObject(unavailable);
  await expect(budget.settle(reservation, 100)).rejects.toMatchObject(unavailable);
  holder.close();
  expect(await budget.reserve({ ...reservation, jobId: 'other' }, amounts)).toBe(400);
  await close();
});

test('a closed budget fails with BudgetUnavailable', async () => {
  const { budget, close } = opened();
  budget.close();
  await expect(budget.reserve(reservation, amounts)).rejects.toMatchObject(unavailable);
  await expect(budget.used([reservation.account])).rejects.toMatchObject(unavailable);
  await close();
});
