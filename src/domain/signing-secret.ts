import type { Condition } from '../schema/resource-parts.ts';
import { findCondition } from './conditions.ts';

/**
 * Condition of an AdAccount about the signing secret that Adwright created for it. The condition proves that there was
 * one: if it is missing later, it is lost, and no other secret is created by itself.
 */
export const signingSecretCondition = 'SigningSecret';

export function hadSigningSecret(account: { status?: { conditions?: readonly Condition[] | undefined } }): boolean {
  return findCondition(account.status?.conditions, signingSecretCondition) !== undefined;
}
