import type { HistoryEntry } from '../../src/ledger/port.ts';
import type { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';

/** Returns the history entries of each job, oldest first; grants have an empty id. */
export async function historyByJob(ledger: SqliteLedger, account: ObjectKey): Promise<Map<string, string[]>> {
  const all: HistoryEntry[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await ledger.history(account, { limit: 1_000, cursor });
    all.push(...page.entries);
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  const told = all.toReversed().map(({ jobId, kind, amount }) => [jobId ?? '', `${kind} ${amount}`] as const);
  return new Map(
    [...Map.groupBy(told, ([jobId]) => jobId)].map(([jobId, list]) => [jobId, list.map(([, one]) => one)]),
  );
}

/** Returns what is wrong in the ledger of an account: nothing if each job was reserved once and closed once. */
export async function wrongsInBooks(ledger: SqliteLedger, account: ObjectKey): Promise<string[]> {
  const { granted, reserved, spent, available } = await ledger.balance(account);
  const sums = await ledger.audit.sums(account);
  const jobs = [...(await historyByJob(ledger, account))].filter(([jobId]) => jobId !== '');
  const isOnce = (list: string[]): boolean => /^reserve (\d+),(settle|release) \1$/.test(list.join());
  return [
    ...(granted === available + reserved + spent ? [] : ['granted is not available + reserved + spent']),
    ...(JSON.stringify(sums) === JSON.stringify({ granted, reserved, spent })
      ? []
      : ['the balance is not the sum of the entries']),
    ...(reserved === 0 ? [] : [`${reserved} credits are still held`]),
    ...jobs.filter(([, list]) => !isOnce(list)).map(([jobId, list]) => `${jobId}: ${list.join()}`),
  ];
}
