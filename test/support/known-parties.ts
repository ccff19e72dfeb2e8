import type { AccountKeyCache } from '../../src/controllers/pipeline/account-key-cache.ts';
import { defaultShare } from '../../src/domain/fairness.ts';

/** Every account is known, and every key as one of `acme`, or none is; the books of each were copied for good. */
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
