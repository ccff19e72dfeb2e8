import type { AdAccount } from '../../schema/adaccount.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { AccountsLedger } from './deps.ts';

/** Grants that the ledger was asked for, by id: with which amount, and whether it is the one that counts. */
export type GrantsAsked = Map<string, { amount: number; counts: boolean }>;

/**
 * Grant what is not known to be granted. A grant that was asked for before is not asked for again; the ledger counts each id
 * once anyhow. Returns whether anything was new.
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

/** Ids whose grant was another one when it was made. */
export function changedGrants({ creditGrants }: AdAccount['spec'], asked: GrantsAsked): string[] {
  return creditGrants.map(({ id }) => id).filter((id) => asked.get(id)?.counts === false);
}
