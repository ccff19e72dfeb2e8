import type { ObjectKey } from '../../objects/object-key.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { JobRow } from './job-row.ts';
import type { WaitCause } from './wait-cause.ts';

interface Accounts {
  get(key: ObjectKey): AdAccount | undefined;
}

/**
 * Returns a function that returns what a job waits for. A job that waits for a slot waits for one of its account if the
 * account runs as many jobs as it may, and otherwise for one of the installation.
 */
export function waitsOf(rows: readonly JobRow[], accounts: Accounts): (row: JobRow) => WaitCause | undefined {
  let running: Map<string, number> | undefined;
  return ({ standing, owner }) => {
    if (standing.wait !== 'slot') return standing.wait;
    running ??= runningJobs(rows);
    const { namespace, account: name, accountKey } = owner;
    const limit = accounts.get({ namespace, name })?.spec.maxRunningJobs ?? Infinity;
    return (running.get(accountKey) ?? 0) >= limit ? 'account_slot' : 'installation_slot';
  };
}

/** Returns the number of jobs with a running stage of each account. */
function runningJobs(rows: readonly JobRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { standing, owner } of rows)
    if (standing.isRunning) counts.set(owner.accountKey, (counts.get(owner.accountKey) ?? 0) + 1);
  return counts;
}
