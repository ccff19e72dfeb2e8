import type { KnownParties } from '../../src/controllers/pipeline/known-parties.ts';
import { defaultShare } from '../../src/domain/fairness.ts';

/** Every account and key is known, or none is; the books of each were copied for good. */
export function knownParties(areKnown: boolean): KnownParties {
  return {
    isAccountKnown: () => areKnown,
    isKeyKnown: () => areKnown,
    shareOf: () => defaultShare,
    queueName: () => undefined,
    ledgerPosition: () => undefined,
  };
}
