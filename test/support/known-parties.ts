import type { AccountKeyCache } from '../../src/controllers/pipeline/account-key-cache.ts';
import { defaultShare } from '../../src/domain/fairness.ts';

/**
 * Returns parties in which every account and key is known, the keys as keys of `acme`, or none is. No account has a
 * recorded ledger position.
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
