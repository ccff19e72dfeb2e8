import { accountOf } from '../../domain/account-of.ts';
import { adAccountKind, apiKeyKind } from '../../domain/kinds.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AccountKeyCache } from './account-key-cache.ts';
import type { PipelineDeps } from './deps.ts';
import type { Parties } from './decision-input.ts';

export const allPresent: Parties = { accountExists: true, keyExists: true, isKeyOwn: true };

export async function findParties(
  job: AdJob,
  { store }: Pick<PipelineDeps, 'store'>,
  { accountKeys }: { accountKeys: AccountKeyCache },
): Promise<Parties> {
  const account = accountOf(job);
  const [accountExists, payer] = await Promise.all([
    accountKeys.isAccountKnown(account) || store.get(adAccountKind, account).then((found) => found !== undefined),
    payerOfKey(job, store, accountKeys),
  ]);
  return { accountExists, keyExists: payer !== undefined, isKeyOwn: payer?.name === account.name };
}

async function payerOfKey(
  job: AdJob,
  store: PipelineDeps['store'],
  accountKeys: AccountKeyCache,
): Promise<ObjectKey | undefined> {
  const account = accountOf(job);
  if (job.spec.apiKeyRef === undefined) return account;
  const key = { namespace: job.metadata.namespace, name: job.spec.apiKeyRef.name };
  if (accountKeys.accountOfKey(key)?.name === account.name) return account;
  const found = await store.get(apiKeyKind, key);
  return found && accountOf(found);
}
