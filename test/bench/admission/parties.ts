import { randomBytes } from 'node:crypto';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { adAccountKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import type { ApiKeySpec } from '../../../src/schema/apikey.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { namespace } from '../cluster/workload.ts';

const atOnce = 32;

export interface Party {
  name: string;
  secret: string;
}

export async function createAccounts(store: ObjectStore, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const spec = adAccountKind.parseSpec({ creditGrants: [{ id: 'bench', amount: 1_000_000 }] });
    await store.create(adAccountKind, { metadata: { namespace, name }, spec });
  }
}

export async function createKey(
  store: ObjectStore,
  name: string,
  account: string,
  limits?: ApiKeySpec['limits'],
): Promise<Party> {
  const { secret, hash: secretHash } = newApiKey(randomBytes);
  const spec = apiKeyKind.parseSpec({ accountRef: { name: account }, secretHash, ...(limits && { limits }) });
  await store.create(apiKeyKind, { metadata: { namespace, name }, spec });
  return { name, secret };
}

/** Creates API keys that are spread evenly over the accounts. */
export async function createKeys(
  store: ObjectStore,
  prefix: string,
  count: number,
  accounts: readonly string[],
): Promise<Party[]> {
  const parties: Party[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const number = next++;
      const account = accounts[number % accounts.length] ?? '';
      parties.push(await createKey(store, `${prefix}-${number}`, account));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return parties;
}
