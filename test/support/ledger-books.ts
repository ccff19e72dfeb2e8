import type { HistoryEntry, WholeLedger } from '../../src/ledger/port.ts';
import type { ObjectKey } from '../../src/store/port.ts';

const pageSize = 100;

/** What does not add up in the books of these accounts, in sentences: nothing where all is well. */
export async function booksWrong(ledger: WholeLedger, accounts: readonly ObjectKey[]): Promise<string[]> {
  return (await Promise.all(accounts.map((account) => accountWrong(ledger, account)))).flat();
}

async function accountWrong(ledger: WholeLedger, account: ObjectKey): Promise<string[]> {
  const { granted, reserved, spent, retired, available } = await ledger.balance(account);
  const entries = await wholeHistory(ledger, account);
  const sums = await ledger.audit.sums(account);
  const told = (kind: HistoryEntry['kind']): number =>
    entries.filter((entry) => entry.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const equalities: [string, number, number][] = [
    ['granted is available, reserved and spent together', granted, available + reserved + spent],
    ['granted is what its grants add up to', granted, sums.granted],
    ['reserved is what its open entries add up to', reserved, sums.reserved],
    ['spent is what its settled entries add up to', spent, sums.spent],
    ['granted is what the history tells', granted, told('grant')],
    ['reserved is what the history tells', reserved, told('reserve') - told('settle') - told('release')],
    // What was retired before the books were made again is in no history.
    ['spent is at least what the history tells', Math.max(spent, told('settle')), spent],
    ['retired is a part of spent', Math.min(retired, spent), retired],
  ];
  const unequal = equalities.filter(([, one, two]) => one !== two);
  return [...unequal.map(([what, one, two]) => `Not so: ${what} (${one}, ${two}).`), ...jobsWrong(entries)];
}

/** A job reserves once, and is settled or released at most once, after that. */
function jobsWrong(newestFirst: readonly HistoryEntry[]): string[] {
  const kinds = new Map<string, string>();
  for (const { jobId, kind } of newestFirst.toReversed()) {
    if (jobId !== null) kinds.set(jobId, `${kinds.get(jobId) ?? ''} ${kind}`.trim());
  }
  const rightful = ['reserve', 'reserve settle', 'reserve release'];
  return [...kinds].filter(([, list]) => !rightful.includes(list)).map(([jobId, list]) => `${jobId}: ${list}`);
}

/** Newest first, page by page. */
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
