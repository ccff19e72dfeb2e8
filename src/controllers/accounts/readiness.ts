import { findCondition } from '../../domain/conditions.ts';
import type { Readiness } from '../../domain/readiness.ts';
import { signingSecretCondition } from '../../domain/signing-secret.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { Condition } from '../../schema/resource-parts.ts';

/** Reasons that concern one account. Other reasons concern the installation, and end without a change of accounts. */
const stalling = ['GrantChanged', 'SecretLost'];

/**
 * Returns whether the spec of an account is applied, derived from the other conditions of the account. A deactivated
 * account is ready: to refuse its requests is what its spec asks for.
 */
export function accountReadiness(
  { spec }: Pick<AdAccount, 'spec'>,
  conditions: readonly Condition[] | undefined,
): Readiness {
  const needed = ['LedgerAvailable', 'GrantsApplied', ...(spec.webhookSecretRef ? [] : [signingSecretCondition])];
  const failed = needed
    .map((type) => findCondition(conditions, type))
    .find((condition) => condition?.status === 'False');
  if (failed !== undefined) {
    const { reason, message } = failed;
    return { isReady: false, isStalled: stalling.includes(reason), reason, message };
  }
  if (!spec.active) {
    const message = 'The account is deactivated: requests with its API keys get 403, and accepted jobs continue.';
    return { isReady: true, isStalled: false, reason: 'Deactivated', message };
  }
  return { isReady: true, isStalled: false, reason: 'Applied', message: 'The spec of the account is applied.' };
}
