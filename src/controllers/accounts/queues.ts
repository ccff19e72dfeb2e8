import { isLedgerError } from '../../ledger/port.ts';
import { Controller } from '../../runtime/controller.ts';
import type { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { WorkQueueMetrics } from '../../runtime/workqueue.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AccountsDeps } from './deps.ts';
import { grantCredits, reconcile, type AccountsState } from './reconcile.ts';

const workers = 8;
/** Number of accounts whose grants are applied at once. A grant takes only calls of the ledger. */
const grantWorkers = 16;
const backoff = { baseMs: 100, maxMs: 30_000 };
/** Delay in milliseconds before an account is compared again with a ledger that failed. */
const ledgerRetryMs = 5_000;

export interface AccountQueues {
  /** Handles an account whose grants may be new: first the grants, then everything else. */
  changed(account: ObjectKey): void;
  /** Compares the account with the ledger, and writes its status. */
  compare(account: ObjectKey): void;
  run(signal: AbortSignal): Promise<void>;
}

export function createAccountQueues(
  deps: AccountsDeps,
  state: AccountsState,
  { warnings, metrics }: { warnings: SparseWarnings; metrics: WorkQueueMetrics | undefined },
): AccountQueues {
  const common = { clock: deps.clock, logger: deps.logger, backoff };
  const compared = new Controller({
    name: 'accounts',
    reconcile: (key) => withLedgerRetry(reconcile(key, deps, state), warnings),
    ...{ ...common, workers, ...(metrics && { metrics }) },
  });
  const grants = new Controller({
    name: 'account-grants',
    reconcile: async (key) => {
      await grantCredits(key, deps, state).catch((error: unknown) => {
        if (!isLedgerError(error)) throw error; // The comparison that follows retries.
      });
      compared.enqueue(key);
      return {};
    },
    ...{ ...common, workers: grantWorkers },
  });
  return {
    changed(account) {
      grants.enqueue(account);
    },
    compare(account) {
      compared.enqueue(account);
    },
    async run(signal) {
      await Promise.all([grants.run(signal), compared.run(signal)]);
    },
  };
}

/**
 * Waits until one account is reconciled. If the ledger fails, schedules a retry after `ledgerRetryMs`, without a log
 * line for every account.
 */
async function withLedgerRetry(pass: Promise<number | undefined>, warnings: SparseWarnings) {
  try {
    const requeueAfterMs = await pass;
    return requeueAfterMs === undefined ? {} : { requeueAfterMs };
  } catch (err) {
    if (!isLedgerError(err)) throw err;
    warnings.warn({ err }, 'failed to compare an account with the ledger; retrying in 5 s');
    return { requeueAfterMs: ledgerRetryMs };
  }
}
