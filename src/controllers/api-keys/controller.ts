import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import { setReadiness } from '../../domain/readiness.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import { isStoreError } from '../../objects/store-error.ts';
import { Controller } from '../../runtime/controller.ts';
import type { ObjectCache } from '../../runtime/object-cache.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { Condition } from '../../schema/resource-parts.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { KeyOfAccount, KeyValidity } from '../pipeline/account-key-cache.ts';
import { keyReadiness } from './readiness.ts';

const workers = 2;
const backoff = { baseMs: 1_000, maxMs: 60_000 };
/** Interval in milliseconds at which the keys of accounts that were created, deleted or (de)activated are found. */
const accountsMs = 1_000;
/** Maximum delay in milliseconds until a key that will expire is looked at again. Longer timers are not possible. */
const recheckMaxMs = 24 * 3_600_000;
/** Delay in milliseconds before another try if the role of the controller does not permit the write. */
const forbiddenRetryMs = 600_000;

interface Deps {
  store: Pick<ObjectStore, 'patchStatus'>;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
  keys: Pick<ObjectCache<KeyOfAccount>, 'get' | 'onChange' | 'values'>;
  accounts: Pick<ObjectCache<AdAccount>, 'get' | 'onChange'>;
}

export interface ApiKeyController {
  /** Starts the controller, which runs until the signal aborts. The caches must have their first full lists. */
  start(signal: AbortSignal): void;
  /** Resolves once no key is being reconciled any more. Call `drain` after the signal has aborted. */
  drain(): Promise<void>;
}

/**
 * Creates the controller that writes the conditions of API keys. A key whose conditions are right is never written, so
 * only the first start after an upgrade from a version without conditions writes every key. Only the leader may start the controller, and only once.
 */
export function createApiKeyController(deps: Deps): ApiKeyController {
  const { clock, logger, keys, accounts } = deps;
  const warnings = new SparseWarnings({ clock, logger });
  const loop = new Controller({
    name: 'api-keys',
    reconcile: (key) => reconcile(key, deps, warnings),
    ...{ clock, logger, workers, backoff },
  });
  const changed = new Set<string>();
  const enqueueChanged = (): Promise<void> => {
    const texts = new Set(changed);
    changed.clear();
    if (texts.size === 0) return Promise.resolve();
    for (const { key, account } of keys.values()) if (texts.has(keyText(account))) loop.enqueue(key);
    return Promise.resolve();
  };
  let runs: Promise<unknown> = Promise.resolve();
  return {
    start(signal) {
      const unsubscribes = [
        accounts.onChange((change) => {
          const isSame = change.type === 'updated' && change.before.spec.active === change.view.spec.active;
          if (!isSame) changed.add(keyText(change.key));
        }),
        keys.onChange((change) => {
          if (change.type !== 'deleted') loop.enqueue(change.key);
        }),
      ];
      changed.clear(); // The keys of the accounts that exist already are in the queue.
      for (const unsubscribe of unsubscribes) signal.addEventListener('abort', unsubscribe, { once: true });
      const failed = (): void => undefined;
      runs = Promise.all([
        loop.run(signal),
        runRounds({ round: enqueueChanged, firstAfterMs: accountsMs, pauseMs: accountsMs, clock, failed }, signal),
      ]);
    },
    async drain() {
      await runs;
    },
  };
}

async function reconcile(key: ObjectKey, deps: Deps, warnings: SparseWarnings): Promise<{ requeueAfterMs?: number }> {
  const { store, clock, keys, accounts } = deps;
  const cached = keys.get(key);
  if (cached === undefined) return {};
  const now = clock.now();
  const { validity } = cached;
  const readiness = keyReadiness(validity, accounts.get(cached.account)?.spec, now);
  const { generation, uid } = validity;
  if (validity.ready?.reason !== readiness.reason || validity.observedGeneration !== generation) {
    const conditions = setReadiness(writtenConditions(validity), readiness, generation, now);
    try {
      const status = { observedGeneration: generation, conditions };
      await store.patchStatus(apiKeyKind, key, { metadata: { uid }, status });
    } catch (err) {
      if (isStoreError(err, 'Forbidden')) {
        warnings.warn({ err }, 'the controller may not write the status of API keys; retrying in 10 min');
        return { requeueAfterMs: forbiddenRetryMs };
      }
      // Conflict: another key has the name now.
      if (!isStoreError(err, 'NotFound', 'Conflict')) throw err;
    }
  }
  return expiry(validity, now);
}

/** Returns the written condition `Ready` as far as it is cached, because its time stays while its status stays. */
function writtenConditions({ ready }: KeyValidity): Condition[] {
  return ready === undefined ? [] : [{ type: 'Ready', message: '', ...ready }];
}

function expiry({ revoked, expiresAt }: KeyValidity, now: Date): { requeueAfterMs?: number } {
  if (revoked || expiresAt === undefined) return {};
  const leftMs = Date.parse(expiresAt) - now.getTime();
  return leftMs > 0 ? { requeueAfterMs: Math.min(leftMs, recheckMaxMs) } : {};
}
