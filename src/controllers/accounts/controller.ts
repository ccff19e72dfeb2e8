import { adAccountKind } from '../../domain/kinds.ts';
import type { Balance } from '../../ledger/port.ts';
import { aborted } from '../../runtime/aborted.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { Reflector } from '../../runtime/reflector.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { WorkQueueMetrics } from '../../runtime/workqueue.ts';
import type { AdAccount, AdAccountSpec, AdAccountStatus } from '../../schema/adaccount.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { LedgerInitializer } from './ledger-initializer.ts';
import type { AccountsDeps } from './deps.ts';
import { LedgerLosses } from './ledger-losses.ts';
import { AccountStates } from './account-states.ts';
import { Poll } from './poll.ts';
import { createAccountQueues } from './queues.ts';
import { RecordedEpochs } from './recorded-epochs.ts';
import type { AccountsState } from './reconcile.ts';
import { SecretMaker } from './secret-maker.ts';

const pollMs = 5_000;

export interface AccountsController {
  /**
   * Starts the controller, which runs until the signal aborts. The promise resolves after the first try to read or
   * initialize the ledger, at the latest when the signal aborts.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Resolves when no account is being reconciled any more. Call `drain` after the signal has aborted. */
  drain(): Promise<void>;
  /**
   * Requests that the ledger position (epoch and sequence number) is copied into the status of this account. The copied
   * position is at least as new as the position at the time of the call.
   */
  expectMirror(account: ObjectKey): void;
  /**
   * Reports whether an account's status proves that the ledger has lost data. Until an account is compared with the
   * ledger after the start, the condition in its status counts.
   */
  isLedgerLost(): boolean;
  /** Returns the number of accounts whose signing secret is lost. */
  lostSecrets(): number;
  balances(): Iterable<{ account: ObjectKey; balance: Balance }>;
  watched: Pick<Reflector<AdAccountSpec, AdAccountStatus, AdAccount>, 'cache' | 'whenSynced' | 'staleSeconds'>;
}

/**
 * Creates the controller of AdAccounts. The controller initializes the ledger, applies grants of credits, creates
 * signing secrets, and copies balances into the status of accounts. It delays the deletion of an account while credits
 * are reserved, an accepted job has no AdJob, or a callback is undelivered. Only the leader may start the controller,
 * and only once.
 */
export function createAccountsController(deps: AccountsDeps, queueMetrics?: WorkQueueMetrics): AccountsController {
  const { store, clock, logger, namespace } = deps;
  const select = namespace === undefined ? {} : { namespace };
  const reflector = new Reflector({ store, kind: adAccountKind, select, transform: (one) => one, clock, logger });
  const { cache } = reflector;
  const secrets = new SecretMaker(deps, cache, (key) => {
    queues.compare(key);
  });
  const state: AccountsState = {
    hasSecret: (account) => secrets.hasSecret(account),
    cached: (key) => cache.get(key),
    epochs: new RecordedEpochs(cache),
    ...{ memory: new AccountStates(), initializer: new LedgerInitializer(deps), losses: new LedgerLosses() },
  };
  const warnings = new SparseWarnings({ clock, logger });
  const queues = createAccountQueues(deps, state, { warnings, metrics: queueMetrics });
  const poll = new Poll(deps, state, () => cache.values());
  const round = async (): Promise<void> => {
    for (const key of await poll.next()) queues.compare(key);
  };
  const failed = (err: unknown): void => {
    warnings.warn({ err }, 'failed to read the state of the ledger; retrying');
  };
  const runs: Promise<void>[] = [];
  return {
    async start(signal) {
      state.losses.watch(cache, signal);
      runs.push(reflector.run(signal));
      await Promise.race([reflector.whenSynced(), aborted(signal)]);
      await round().catch((error: unknown) => {
        if (!(error instanceof NotLeadingError)) failed(error);
      });
      const unsubscribe = cache.onChange(({ key }) => {
        queues.changed(key);
      });
      signal.addEventListener('abort', unsubscribe, { once: true });
      runs.push(
        queues.run(signal),
        secrets.run(signal),
        runRounds({ round, firstAfterMs: pollMs, pauseMs: pollMs, clock, failed }, signal),
      );
    },
    async drain() {
      await Promise.all(runs);
    },
    expectMirror(account) {
      const known = cache.get(account);
      if (known === undefined) return;
      state.memory.of(known).asked += 1;
      queues.compare(account);
    },
    ...{ isLedgerLost: () => state.losses.any(), lostSecrets: () => secrets.lostCount() },
    balances: () => balancesOf(cache.values(), state.memory),
    watched: reflector,
  };
}

function* balancesOf(accounts: Iterable<AdAccount>, memory: AccountStates) {
  for (const one of accounts) {
    const { balance } = memory.of(one);
    if (balance !== undefined) yield { account: one.metadata, balance };
  }
}
