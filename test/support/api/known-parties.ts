import type { AccountKeyCache } from '../../../src/controllers/pipeline/account-key-cache.ts';
import { defaultShare } from '../../../src/domain/fairness.ts';

/**
 * Returns a cache of accounts and API keys. If `areKnown`, the cache knows every account and key, and every key belongs
 * to `acme`; otherwise it knows none. No account has a recorded ledger position.
 */
export function knownParties(areKnown: boolean): AccountKeyCache {
  return {
    isAccountKnown: () => areKnown,
    accountOfKey: ({ namespace }) => (areKnown ? { namespace, name: 'acme' } : undefined),
    shareOf: () => defaultShare,
    queueName: () => undefined,
    requiresReadableBrand: () => undefined,
    ledgerPosition: () => undefined,
  };
}
