import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { BudgetReservation, ModelBudget } from '../../src/models/budget/port.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';

export interface ModelBudgetUnderTest {
  /** A budget without reservations. */
  budget: ModelBudget;
  /** The same budget over a second connection, as in another controller. */
  other: ModelBudget;
  /** Makes everything that is stored one day older. */
  nextDay(): Promise<void>;
  close(): Promise<void>;
}

const acme: ObjectKey = { namespace: 'here', name: 'acme' };

function stageOf(number: number, change: Partial<BudgetReservation> = {}): BudgetReservation {
  return { account: acme, jobId: `job-${number}`, stage: 'image', ...change };
}

/** Defines the tests that every store of budgets for models must pass. */
export function modelBudgetContract(name: string, open: () => Promise<ModelBudgetUnderTest>): void {
  describe(`${name}: model budget contract`, () => {
    const bench = new BudgetBench(open);
    describe('reserve', () => {
      reserveContract(bench);
    });
    describe('settle', () => {
      settleContract(bench);
    });
    describe('concurrent calls', () => {
      concurrencyContract(bench);
    });
    describe('midnight (UTC)', () => {
      midnightContract(bench);
    });
    describe('used', () => {
      usedContract(bench);
    });
  });
}

class BudgetBench {
  private current: ModelBudgetUnderTest | undefined;

  constructor(open: () => Promise<ModelBudgetUnderTest>) {
    beforeEach(async () => {
      this.current = await open();
    });
    afterEach(() => this.current?.close());
  }

  get under(): ModelBudgetUnderTest {
    if (this.current === undefined) throw new Error('the budget is only available inside a test');
    return this.current;
  }

  reserve(reservation: BudgetReservation, wantedMicroUsd: number, limitMicroUsd = 1_000): Promise<number> {
    return this.under.budget.reserve(reservation, { wantedMicroUsd, limitMicroUsd });
  }

  settle(reservation: BudgetReservation, spentMicroUsd: number): Promise<void> {
    return this.under.budget.settle(reservation, spentMicroUsd);
  }

  async used(account = acme): Promise<{ spent: number; reserved: number }> {
    const [use] = await this.under.budget.used([account]);
    return { spent: use?.spentMicroUsd ?? Number.NaN, reserved: use?.reservedMicroUsd ?? Number.NaN };
  }

  /** Runs `work` `many` times at the same time, in turn over both connections. */
  crowd<R>(many: number, work: (budget: ModelBudget, number: number) => Promise<R>): Promise<R[]> {
    const { budget, other } = this.under;
    return Promise.all(Array.from({ length: many }, (_, number) => work(number % 2 === 0 ? budget : other, number)));
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, two) => one + two, 0);

function reserveContract(bench: BudgetBench): void {
  test('`reserve` returns the wanted amount, then what is left of the limit, then 0', async () => {
    const amounts = [await bench.reserve(stageOf(1), 700), await bench.reserve(stageOf(2), 700)];
    expect([...amounts, await bench.reserve(stageOf(3), 700)]).toEqual([700, 300, 0]);
    expect(await bench.used()).toEqual({ spent: 0, reserved: 1_000 });
  });

  test('a repeated call returns the amount of the first, whatever it asks for', async () => {
    await bench.reserve(stageOf(1), 400);
    expect(await bench.reserve(stageOf(1), 900)).toBe(400);
    expect(await bench.reserve(stageOf(1), 100, 0)).toBe(400);
    expect(await bench.used()).toEqual({ spent: 0, reserved: 400 });
  });

  test('a repeated call returns 0 if the first did, even if money has become available', async () => {
    await bench.reserve(stageOf(1), 1_000);
    await bench.reserve(stageOf(2), 10);
    await bench.settle(stageOf(1), 0);
    expect(await bench.reserve(stageOf(2), 10)).toBe(0);
  });

  test('a limit that has become smaller than the money in use leaves nothing', async () => {
    await bench.reserve(stageOf(1), 800);
    expect(await bench.reserve(stageOf(2), 10, 500)).toBe(0);
    expect(await bench.reserve(stageOf(3), 300, 1_000)).toBe(200);
  });

  test('a limit of zero reserves nothing', async () => {
    expect(await bench.reserve(stageOf(1), 10, 0)).toBe(0);
  });

  test('amounts of thousands of dollars are exact', async () => {
    expect(await bench.reserve(stageOf(1), 4_999_999_999, 9_999_999_999)).toBe(4_999_999_999);
    expect(await bench.reserve(stageOf(2), 9_999_999_999, 9_999_999_999)).toBe(5_000_000_000);
  });

  test.each<[string, Partial<BudgetReservation>]>([
    ['another stage of the job', { stage: 'video' }],
    ['another job', { jobId: 'job-2' }],
  ])('%s shares the budget and has a reservation of its own', async (_, change) => {
    await bench.reserve(stageOf(1), 600);
    expect(await bench.reserve(stageOf(1, change), 600)).toBe(400);
  });

  test.each<[string, ObjectKey]>([
    ['another account', { namespace: 'here', name: 'acme.eu' }],
    ['an account with the same name in another namespace', { namespace: 'there', name: 'acme' }],
  ])('%s has a budget of its own', async (_, account) => {
    await bench.reserve(stageOf(1), 1_000);
    expect(await bench.reserve(stageOf(2, { account }), 1_000)).toBe(1_000);
  });
}

function settleContract(bench: BudgetBench): void {
  test('`settle` counts the spent money and makes the rest available again', async () => {
    await bench.reserve(stageOf(1), 1_000);
    await bench.settle(stageOf(1), 250);
    expect(await bench.used()).toEqual({ spent: 250, reserved: 0 });
    expect(await bench.reserve(stageOf(2), 1_000)).toBe(750);
    expect(await bench.used()).toEqual({ spent: 250, reserved: 750 });
  });

  test('only the first call counts', async () => {
    await bench.reserve(stageOf(1), 500);
    await bench.settle(stageOf(1), 100);
    await bench.settle(stageOf(1), 400);
    expect(await bench.used()).toEqual({ spent: 100, reserved: 0 });
  });

  test('`reserve` of a settled stage returns its first amount and reserves nothing', async () => {
    await bench.reserve(stageOf(1), 500);
    await bench.settle(stageOf(1), 100);
    expect(await bench.reserve(stageOf(1), 500)).toBe(500);
    expect(await bench.used()).toEqual({ spent: 100, reserved: 0 });
  });

  test('a stage that was never reserved is not settled', async () => {
    await bench.settle(stageOf(1), 100);
    expect(await bench.used()).toEqual({ spent: 0, reserved: 0 });
    expect(await bench.reserve(stageOf(1), 1_000)).toBe(1_000);
  });

  test('a reservation of 0 can be settled', async () => {
    await bench.reserve(stageOf(1), 1_000);
    await bench.reserve(stageOf(2), 10);
    await bench.settle(stageOf(2), 0);
    expect(await bench.used()).toEqual({ spent: 0, reserved: 1_000 });
  });

  test('money spent above the reservation counts too', async () => {
    await bench.reserve(stageOf(1), 600);
    await bench.settle(stageOf(1), 1_200);
    expect(await bench.used()).toEqual({ spent: 1_200, reserved: 0 });
    expect(await bench.reserve(stageOf(2), 10)).toBe(0);
  });
}

function concurrencyContract(bench: BudgetBench): void {
  test.each([
    ['a few', 700],
    ['most', 15_000],
    ['all', 40_000],
  ])('200 concurrent calls of `reserve` never exceed a limit that is enough for %s of them', async (_, limit) => {
    const amounts = await bench.crowd(200, (budget, number) =>
      budget.reserve(stageOf(number), { wantedMicroUsd: number % 5 === 0 ? 37 : 101, limitMicroUsd: limit }),
    );
    const wanted = 40 * 37 + 160 * 101;
    expect(sum(amounts)).toBe(Math.min(limit, wanted));
    expect(await bench.used()).toEqual({ spent: 0, reserved: Math.min(limit, wanted) });
  });

  test('40 concurrent calls for one stage reserve once', async () => {
    const amounts = await bench.crowd(40, (budget) =>
      budget.reserve(stageOf(1), { wantedMicroUsd: 400, limitMicroUsd: 1_000 }),
    );
    expect(new Set(amounts)).toEqual(new Set([400]));
    expect(await bench.used()).toEqual({ spent: 0, reserved: 400 });
  });

  test('40 concurrent calls of `settle` for one stage count once', async () => {
    await bench.reserve(stageOf(1), 400);
    await bench.crowd(40, (budget) => budget.settle(stageOf(1), 150));
    expect(await bench.used()).toEqual({ spent: 150, reserved: 0 });
  });

  test('200 concurrent stages that reserve and settle never spend more than the limit', async () => {
    const spent = await bench.crowd(200, async (budget, number) => {
      const reserved = await budget.reserve(stageOf(number), { wantedMicroUsd: 100, limitMicroUsd: 1_000 });
      const half = Math.floor(reserved / 2);
      await budget.settle(stageOf(number), half);
      return half;
    });
    expect(await bench.used()).toEqual({ spent: sum(spent), reserved: 0 });
    expect(sum(spent)).toBeLessThanOrEqual(1_000);
    expect(sum(spent)).toBeGreaterThan(0);
  });
}

function midnightContract(bench: BudgetBench): void {
  test('a day starts with the whole budget', async () => {
    await bench.reserve(stageOf(1), 1_000);
    await bench.under.nextDay();
    expect(await bench.used()).toEqual({ spent: 0, reserved: 0 });
    expect(await bench.reserve(stageOf(2), 1_000)).toBe(1_000);
  });

  test('a repeated call on the next day returns the amount of the first and reserves nothing', async () => {
    await bench.reserve(stageOf(1), 600);
    await bench.reserve(stageOf(2), 600);
    await bench.under.nextDay();
    expect([await bench.reserve(stageOf(1), 600), await bench.reserve(stageOf(2), 600)]).toEqual([600, 400]);
    expect(await bench.used()).toEqual({ spent: 0, reserved: 0 });
  });

  test('a reservation that is settled on the next day counts on its own day', async () => {
    await bench.reserve(stageOf(1), 600);
    await bench.under.nextDay();
    await bench.reserve(stageOf(2), 300);
    await bench.settle(stageOf(1), 500);
    expect(await bench.used()).toEqual({ spent: 0, reserved: 300 });
    expect(await bench.reserve(stageOf(3), 1_000)).toBe(700);
  });
}

function usedContract(bench: BudgetBench): void {
  test('`used` returns the money of today in the requested order', async () => {
    const [quiet, busy] = [
      { namespace: 'here', name: 'quiet' },
      { namespace: 'there', name: 'acme' },
    ];
    await bench.reserve(stageOf(1), 500);
    await bench.reserve(stageOf(2, { account: busy }), 300);
    await bench.settle(stageOf(2, { account: busy }), 20);
    expect(await bench.under.other.used([busy, quiet, acme, busy])).toEqual([
      { spentMicroUsd: 20, reservedMicroUsd: 0 },
      { spentMicroUsd: 0, reservedMicroUsd: 0 },
      { spentMicroUsd: 0, reservedMicroUsd: 500 },
      { spentMicroUsd: 20, reservedMicroUsd: 0 },
    ]);
    expect(await bench.under.budget.used([])).toEqual([]);
  });

  test('`used` handles 1,200 accounts in one call', async () => {
    const accounts = Array.from({ length: 1_200 }, (_, at) => ({ namespace: 'here', name: `account-${at}` }));
    const reserving = accounts.map((account, at) => bench.reserve(stageOf(1, { account }), at + 1, 5_000));
    await Promise.all(reserving);
    const uses = await bench.under.budget.used(accounts);
    expect(uses.map(({ reservedMicroUsd }) => reservedMicroUsd)).toEqual(accounts.map((_, at) => at + 1));
  });
}
