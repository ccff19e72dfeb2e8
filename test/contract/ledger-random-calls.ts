import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RebuiltAccount, WholeLedger } from '../../src/ledger/port.ts';
import { ledgerViolations, wholeHistory } from '../support/ledger/ledger-violations.ts';
import { ledgerStory, made, modelAccounts, type Attempt, type LedgerCall } from './ledger-calls.ts';
import { LedgerModel } from './ledger-model.ts';
import type { LedgerUnderTest } from './ledger-bench.ts';

/** A call and its answer as text, or `undefined` if the answer was lost. */
interface Heard {
  call: LedgerCall;
  answer: string | undefined;
}

const text = (value: unknown): string => JSON.stringify([value]);

/**
 * Compares a ledger with a simple model. Two clients make random calls, one after another and concurrently; some
 * answers are lost, and those calls are repeated. Made on the model in some order, the calls must give the same
 * answers. `LEDGER_MODEL_RUNS` sets the number of runs.
 */
export function ledgerRandomCallsContract(name: string, open: () => Promise<LedgerUnderTest>, runs = 25): void {
  describe(`${name}: ledger model`, () => {
    test('every answer and every balance matches the model for random concurrent calls', async () => {
      const numRuns = Number(process.env['LEDGER_MODEL_RUNS'] ?? runs);
      await fc.assert(
        fc.asyncProperty(ledgerStory, async (story) => {
          const under = await open();
          try {
            await under.ledger.audit.begin('model');
            await tell(under, story);
          } finally {
            await under.close();
          }
        }),
        { numRuns, endOnFailure: false },
      );
    }, 3_600_000);
  });
}

async function tell(under: LedgerUnderTest, story: readonly Attempt[][]): Promise<void> {
  let models = [new LedgerModel()];
  for (const attempts of story) {
    const heard = await Promise.all(attempts.map((attempt) => listen(under, attempt)));
    const explained = models.flatMap((model) => explanations(model, heard));
    if (explained.length === 0) expect(heard).toBe('what any order of these calls would give');
    const seen = await seenOf(under.other);
    models = distinct(explained).filter((model) => text(expectedOf(model)) === text(seen));
    if (models.length === 0) expect(seen).toEqual(explained[0] && expectedOf(explained[0]));
    expect(await ledgerViolations(under.ledger, modelAccounts)).toEqual([]);
  }
  for (const model of models.slice(0, 1)) await rebuildsTo(under.ledger, model);
}

async function listen({ ledger, other }: LedgerUnderTest, { call, client, isAnswerLost }: Attempt): Promise<Heard[]> {
  const asked = client === 0 ? ledger : other;
  const heard: Heard[] = [];
  if (isAnswerLost) {
    await made(asked, call);
    heard.push({ call, answer: undefined });
  }
  heard.push({ call, answer: text(await made(asked, call)) });
  return heard;
}

/**
 * Returns the states in which the model may be after these calls. The lists may interleave, each in its own order, and
 * every known answer must match.
 */
function explanations(model: LedgerModel, lists: readonly Heard[][]): LedgerModel[] {
  if (lists.every((list) => list.length === 0)) return [model];
  return lists.flatMap(([next, ...rest], index) => {
    if (next === undefined) return [];
    const after = model.copy();
    const answer = text(after.apply(next.call));
    return next.answer === undefined || next.answer === answer ? explanations(after, lists.with(index, rest)) : [];
  });
}

function distinct(models: readonly LedgerModel[]): LedgerModel[] {
  return [...new Map(models.map((model) => [model.text(), model])).values()];
}

/** Returns all state that callers of the ledger can read. */
async function seenOf(ledger: WholeLedger): Promise<unknown> {
  const accounts = modelAccounts.map(async (account) => {
    const { granted, reserved, spent, retired, retiring, available } = await ledger.balance(account);
    const told = (await wholeHistory(ledger, account)).map(
      ({ kind, amount, jobId }) => `${kind} ${amount} ${jobId ?? '-'}`,
    );
    return { balance: { granted, reserved, spent, retired, available }, retiring, told };
  });
  const intents = await ledger.intents.list({ limit: 100 });
  const holds = await ledger.audit.listHolds({ limit: 100 });
  return {
    accounts: await Promise.all(accounts),
    intents: intents.map(({ jobId, account, isCancelled, error }) => ({ jobId, account, isCancelled, error })),
    holds: holds.map(({ jobId, account, credits, object, hasIntent }) => ({
      ...{ jobId, account, credits, uid: object?.uid, hasIntent },
    })),
  };
}

function expectedOf(model: LedgerModel): unknown {
  const accounts = modelAccounts.map((account) => ({
    balance: model.balance(account),
    retiring: model.retiring(account),
    told: model.told(account),
  }));
  return { accounts, intents: model.intents(), holds: model.holds() };
}

/** Rebuilds the ledger from AdAccounts and AdJobs and checks the balances. A rebuild loses holds without an AdJob. */
async function rebuildsTo(ledger: WholeLedger, model: LedgerModel): Promise<void> {
  const accounts = modelAccounts.map((account) => model.resources(account));
  async function* told(): AsyncGenerator<RebuiltAccount> {
    for (const account of accounts) yield await Promise.resolve(account);
  }
  const unseen = (await ledger.audit.listHolds({ limit: 100 })).filter(({ object }) => object === undefined);
  await ledger.audit.rebuild(told(), 'rebuilt');
  for (const account of modelAccounts) {
    const lost = unseen.filter((hold) => text(hold.account) === text(account));
    const lostCredits = lost.reduce((sum, { credits }) => sum + credits, 0);
    const { reserved, available, ...rest } = model.balance(account);
    const want = { ...rest, reserved: reserved - lostCredits, available: available + lostCredits };
    expect(await ledger.balance(account)).toMatchObject({ ...want, retiring: [] });
  }
  expect(await ledgerViolations(ledger, modelAccounts)).toEqual([]);
}
