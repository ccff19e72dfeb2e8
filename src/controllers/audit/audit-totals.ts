import { addJob, expectedTotals, resourcesOf, type ResourcesByAccount } from '../../domain/account-resources.ts';
import { resourceGaps } from '../../domain/credit-totals.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import type { Hold } from '../../ledger/port.ts';
import { keyText } from '../../objects/object-key.ts';
import { pagesOf } from '../../runtime/pages.ts';
import { oldMs, type Pass } from './pass.ts';

const accountsPerPage = 100;
const jobsPerTurn = 2_000;
/** Number of passes from one comparison to the next, while no account differs. A comparison reads every job. */
const passesBetween = 5;

/**
 * Compares the reserved and charged credits of every account with its AdJobs, as `adwright ledger verify` does. Reports
 * a difference that every pass has shown for `oldMs`: others are those of jobs that change their state. An account for
 * which this pass has found the cause already is left out. `held` are the open holds, by job id.
 */
export async function auditTotals(held: ReadonlyMap<string, Hold>, pass: Pass): Promise<void> {
  const { deps, memory, monotonicMs } = pass;
  memory.passesToTotals -= 1;
  if (!deps.jobs.isComplete() || (memory.gaps.size === 0 && memory.passesToTotals > 0)) return;
  memory.passesToTotals = passesBetween;
  const all = await readResources(pass);
  const holds = Map.groupBy(held.values(), ({ account }) => keyText(account));
  const known = new Set(pass.findings.map(({ account }) => keyText(account)));
  const gaps: typeof memory.gaps = new Map();
  for (const [text, resources] of all) {
    if (pass.isOver()) return;
    if (resources.account === undefined || known.has(text)) continue;
    const { key } = resources;
    await pass.attempt({ account: key }, async () => {
      const balance = await deps.ledger.balance(key);
      // The grants were compared before.
      const expected = { ...expectedTotals(resources, holds.get(text) ?? []), granted: balance.granted };
      const [reserved, spent] = [balance.reserved - expected.reserved, balance.spent - expected.spent];
      if (reserved === 0 && spent === 0) return;
      const before = memory.gaps.get(text);
      const isSame = before?.reserved === reserved && before.spent === spent;
      const sinceMs = isSame ? before.sinceMs : monotonicMs;
      gaps.set(text, { reserved, spent, sinceMs });
      if (monotonicMs - sinceMs < oldMs) return;
      pass.findings.push({ kind: 'sums', account: key, message: resourceGaps(balance, expected).join(' ') });
    });
  }
  memory.gaps = gaps;
}

/** Reads the accounts from the API, then the jobs from the cache. */
async function readResources(pass: Pass): Promise<ResourcesByAccount> {
  const { store, jobs, namespace } = pass.deps;
  const select = { limit: accountsPerPage, ...(namespace !== undefined && { namespace }) };
  const all: ResourcesByAccount = new Map();
  for await (const { items } of pagesOf(store, adAccountKind, select))
    for (const account of items) resourcesOf(account.metadata, all).account = account;
  let read = 0;
  for (const job of jobs.all()) {
    addJob(job, all);
    if ((read += 1) % jobsPerTurn === 0) await pass.pause();
  }
  return all;
}
