import { adAccountKind } from '../../domain/kinds.ts';
import { isLedgerError, type Balance } from '../../ledger/port.ts';
import { aborted } from '../../runtime/aborted.ts';
import { Controller } from '../../runtime/controller.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { Reflector } from '../../runtime/reflector.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { WorkQueueMetrics } from '../../runtime/workqueue.ts';
import type { AdAccount, AdAccountSpec, AdAccountStatus } from '../../schema/adaccount.ts';
import type { ObjectKey } from '../../store/port.ts';
import { LedgerInitializer } from './ledger-initializer.ts';
import type { AccountsDeps } from './deps.ts';
import { AccountStates } from './account-states.ts';
import { Poll } from './poll.ts';
import { reconcile, type AccountsState } from './reconcile.ts';

const workers = 4;
const backoff = { baseMs: 100, maxMs: 30_000 };
/** How often the ledger is asked whether anything has changed. */
const pollMs = 5_000;

export interface AccountsController {
  /** Work until the signal aborts. Resolves once the ledger was asked for its books the first time, or with the abort. */
  start(signal: AbortSignal): Promise<void>;
  /** After the abort: resolves when no pass is under way any more. */
  drain(): Promise<void>;
  /** Somebody waits for the ledger's position, as it is now or later, in the status of this account. */
  expectMirror(account: ObjectKey): void;
  /** What the books said last, of each account that is there. */
  balances(): Iterable<{ account: ObjectKey; balance: Balance }>;
  /** The accounts as its watch shows them, for others. */
  watched: Pick<Reflector<AdAccountSpec, AdAccountStatus, AdAccount>, 'cache' | 'whenSynced' | 'staleSeconds'>;
}

/**
 * Begins the ledger's books, applies grants, copies balances into the status of accounts, and holds an account that is
 * deleted until nothing of it is open. A controller runs once, and only where it leads.
 */
export function createAccountsController(deps: AccountsDeps, queueMetrics?: WorkQueueMetrics): AccountsController {
  const { store, clock, logger, namespace } = deps;
  const select = namespace === undefined ? {} : { namespace };
  const reflector = new Reflector({ store, kind: adAccountKind, select, transform: (one) => one, clock, logger });
  const { cache } = reflector;
  const state: AccountsState = {
    cached: (key) => cache.get(key),
    epochs: () => epochsOf(cache.values()),
    memory: new AccountStates(),
    initializer: new LedgerInitializer(deps),
  };
  const warnings = new SparseWarnings({ clock, logger });
  const loop = new Controller({
    name: 'accounts',
    reconcile: (key) => patiently(reconcile(key, deps, state), warnings),
    clock,
    logger,
    workers,
    backoff,
    ...(queueMetrics && { metrics: queueMetrics }),
  });
  const poll = new Poll(deps, state, () => cache.values());
  const round = async (): Promise<void> => {
    for (const key of await poll.next()) loop.enqueue(key);
  };
  const failed = (err: unknown): void => {
    warnings.warn({ err }, 'the ledger could not be asked');
  };
  const runs: Promise<void>[] = [];
  return {
    async start(signal) {
      runs.push(reflector.run(signal));
      await Promise.race([reflector.whenSynced(), aborted(signal)]);
      await round().catch((error: unknown) => {
        if (!(error instanceof NotLeadingError)) failed(error);
      });
      const unsubscribe = cache.onChange(({ key }) => {
        loop.enqueue(key);
      });
      signal.addEventListener('abort', unsubscribe, { once: true });
      runs.push(loop.run(signal), runRounds({ round, pauseMs: pollMs, clock, failed }, signal));
    },
    async drain() {
      await Promise.all(runs);
    },
    expectMirror(account) {
      const known = cache.get(account);
      if (known === undefined) return;
      state.memory.of(known).asked += 1;
      loop.enqueue(account);
    },
    *balances() {
      for (const one of cache.values()) {
        const { balance } = state.memory.of(one);
        if (balance !== undefined) yield { account: one.metadata, balance };
      }
    },
    watched: reflector,
  };
}

/** A ledger that is away is asked again in a while, and does not fill the log with every account. */
async function patiently(pass: Promise<number | undefined>, warnings: SparseWarnings) {
  try {
    const requeueAfterMs = await pass;
    return requeueAfterMs === undefined ? {} : { requeueAfterMs };
  } catch (err) {
    if (!isLedgerError(err)) throw err;
    warnings.warn({ err }, 'an account could not be compared with the ledger');
    return { requeueAfterMs: pollMs };
  }
}

function* epochsOf(accounts: Iterable<AdAccount>): Iterable<string> {
  for (const { status } of accounts) if (status?.ledger !== undefined) yield status.ledger.epoch;
}
