import { keyState } from '../../../domain/api-key-validity.ts';
import { keyText } from '../../../objects/object-key.ts';
import type { AdAccount } from '../../../schema/adaccount.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import type { AdminDeps } from '../../deps.ts';

export interface UsableKey {
  /** Namespace and name. */
  id: string;
  key: ApiKey;
  account: AdAccount;
}

/** Returns the API keys with which a client could create a job now, by account and name. */
export function usableKeys({ keys, accounts, clock }: Pick<AdminDeps, 'keys' | 'accounts' | 'clock'>): UsableKey[] {
  const now = clock.now();
  const usable = [...keys.values()].flatMap((key): UsableKey[] => {
    const { namespace } = key.metadata;
    const account = accounts.get({ namespace, name: key.spec.accountRef.name });
    if (account === undefined || !account.spec.active || keyState(key.spec, now) !== 'valid') return [];
    return [{ id: keyText(key.metadata), key, account }];
  });
  return usable.toSorted((one, other) => (labelOf(one) < labelOf(other) ? -1 : 1));
}

/** Name of an API key for people, such as `acme · shop (adw_…1a2b)`. */
export function labelOf({ key: { metadata, spec }, account }: UsableKey): string {
  const hint = spec.hint === undefined ? '' : ` (${spec.hint})`;
  return `${account.spec.displayName ?? account.metadata.name} · ${metadata.name}${hint}`;
}
