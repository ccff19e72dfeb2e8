import type { AdAccount } from '../../schema/adaccount.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AccountsLedger } from './deps.ts';

/**
 * Credit grants of one account that were already sent to the ledger, by grant id. `counts` is false if the grant had no
 * effect: the ledger had already applied a different amount under the same id.
 */
export type GrantsAsked = Map<string, { amount: number; counts: boolean }>;

/**
 * Sends new grants of credits to the ledger. Skips grants that were already sent with the same amount. The ledger, too,
 * applies each grant id only once. Returns whether the ledger applied a new grant.
 */
export async function applyGrants(
  key: ObjectKey,
  { creditGrants }: AdAccount['spec'],
  asked: GrantsAsked,
  ledger: AccountsLedger,
): Promise<boolean> {
  let isNew = false;
  for (const { id, amount } of creditGrants) {
    if (asked.get(id)?.amount === amount) continue;
    const answer = await ledger.grant(key, { id, amount });
    asked.set(id, { amount, counts: answer !== 'different' });
    isNew ||= answer === 'granted';
  }
  return isNew;
}

/** Reports whether a grant was not sent to the ledger yet, or was sent with another amount. */
export function hasNewGrant({ creditGrants }: AdAccount['spec'], asked: GrantsAsked): boolean {
  return creditGrants.some(({ id, amount }) => asked.get(id)?.amount !== amount);
}

export function changedGrants({ creditGrants }: AdAccount['spec'], asked: GrantsAsked): string[] {
  return creditGrants.map(({ id }) => id).filter((id) => asked.get(id)?.counts === false);
}
