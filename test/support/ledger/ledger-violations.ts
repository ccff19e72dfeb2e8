import type { HistoryEntry, WholeLedger } from '../../../src/ledger/port.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';

const pageSize = 100;

/** Returns a sentence for each sum of these accounts that is wrong; an empty list if all sums agree. */
export async function ledgerViolations(ledger: WholeLedger, accounts: readonly ObjectKey[]): Promise<string[]> {
  return (await Promise.all(accounts.map((account) => accountWrong(ledger, account)))).flat();
}

async function accountWrong(ledger: WholeLedger, account: ObjectKey): Promise<string[]> {
  const { granted, reserved, spent, retired, available } = await ledger.balance(account);
  const entries = await wholeHistory(ledger, account);
  const sums = await ledger.audit.sums(account);
  const told = (kind: HistoryEntry['kind']): number =>
    entries.filter((entry) => entry.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const equalities: [string, number, number][] = [
    ['granted equals available, reserved and spent together', granted, available + reserved + spent],
    ['granted equals the sum of the grants', granted, sums.granted],
    ['reserved equals the sum of the open entries', reserved, sums.reserved],
    ['spent equals the sum of the settled entries', spent, sums.spent],
    ['granted equals the grants in the history', granted, told('grant')],
    [
      'reserved equals the open reservations in the history',
      reserved,
      told('reserve') - told('settle') - told('release'),
    ],
    // A rebuild of the ledger leaves no history of charges that were retired earlier.
    ['spent is at least the settled amount in the history', Math.max(spent, told('settle')), spent],
    ['retired is at most spent', Math.min(retired, spent), retired],
  ];
  const unequal = equalities.filter(([, one, two]) => one !== two);
  return [...unequal.map(([what, one, two]) => `False: ${what} (${one}, ${two}).`), ...jobsWrong(entries)];
}

/**
 * Returns the jobs with a wrong history. A correct history is one `reserve`, then at most one `settle` or `release` of
 * the same amount.
 */
function jobsWrong(newestFirst: readonly HistoryEntry[]): string[] {
  const isRightful = (list: readonly string[]): boolean => /^reserve (\d+)(,(settle|release) \1)?$/.test(list.join());
  return [...groupByJob(newestFirst)]
    .filter(([, list]) => !isRightful(list))
    .map(([jobId, list]) => `${jobId}: ${list.join()}`);
}

function groupByJob(newestFirst: readonly HistoryEntry[]): Map<string, string[]> {
  const byJob = new Map<string, string[]>();
  for (const { jobId, kind, amount } of newestFirst.toReversed()) {
    if (jobId !== null) byJob.set(jobId, [...(byJob.get(jobId) ?? []), `${kind} ${amount}`]);
  }
  return byJob;
}

/** Returns the history entries of each job as `kind amount`, oldest first, by job id. */
export async function historyByJob(ledger: WholeLedger, account: ObjectKey): Promise<Map<string, string[]>> {
  return groupByJob(await wholeHistory(ledger, account));
}

/**
 * Returns what is wrong in the ledger of an account after its last job has ended: sums that disagree, and open holds.
 */
export async function finalLedgerViolations(ledger: WholeLedger, account: ObjectKey): Promise<string[]> {
  const { reserved } = await ledger.balance(account);
  return [
    ...(await ledgerViolations(ledger, [account])),
    ...(reserved === 0 ? [] : [`${reserved} credits are still held`]),
  ];
}

/** Returns the whole history of an account, newest first. Reads all pages. */
export async function wholeHistory(ledger: WholeLedger, account: ObjectKey): Promise<HistoryEntry[]> {
  const all: HistoryEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await ledger.history(account, { limit: pageSize, cursor });
    all.push(...page.entries);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}
