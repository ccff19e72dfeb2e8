import type { AdAccount } from '../schema/adaccount.ts';
import { findCondition } from './conditions.ts';

/** Reasons of the condition `GrantsApplied` while the controller applies no grant of any account. */
const waiting = ['LedgerLost', 'FilesForeign'];

/** Reports whether the controller has sent every grant of the account's current spec to the ledger. */
export function areGrantsApplied({ metadata, status }: Pick<AdAccount, 'metadata' | 'status'>): boolean {
  const applied = findCondition(status?.conditions, 'GrantsApplied');
  return applied?.observedGeneration === metadata.generation && !waiting.includes(applied.reason);
}

/**
 * Returns since when the controller applies the grants of the account. A halt of all jobs, which stops this, ended at
 * that time or earlier. Returns undefined if it does not apply them.
 */
export function grantsAppliedSince({ status }: Pick<AdAccount, 'status'>): Date | undefined {
  const applied = findCondition(status?.conditions, 'GrantsApplied');
  return applied?.status === 'True' ? new Date(applied.lastTransitionTime) : undefined;
}
