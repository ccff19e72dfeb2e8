/** Creates the accounts of a storm, with plenty of credits, too few and none, and some hundreds of API keys. */
import { randomBytes } from 'node:crypto';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { adAccountKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import type { ObjectStore } from '../../../src/store/port.ts';

export interface Key {
  name: string;
  account: string;
  secret: string;
}

export interface Parties {
  accounts: string[];
  keys: Key[];
  /** One further key of each account, with which the account's ledger is read. */
  readers: Key[];
}

/** Credit grants and number of keys, by name of the account. */
const kinds: Record<string, { grants: number[]; keys: number }> = {
  rich: { grants: [500_000, 500_000], keys: 150 },
  even: { grants: [1_000_000], keys: 100 },
  short: { grants: [200, 300], keys: 40 },
  poor: { grants: [64], keys: 20 },
  broke: { grants: [], keys: 5 },
};

export async function createParties(store: ObjectStore, namespace: string): Promise<Parties> {
  const parties: Parties = { accounts: Object.keys(kinds), keys: [], readers: [] };
  for (const [account, { grants, keys }] of Object.entries(kinds)) {
    const creditGrants = grants.map((amount, at) => ({ id: `grant-${at}`, amount }));
    const spec = adAccountKind.parseSpec({ creditGrants });
    await store.create(adAccountKind, { metadata: { namespace, name: account }, spec });
    parties.readers.push(await createKey(store, namespace, { name: `reader-of-${account}`, account }));
    const names = Array.from({ length: keys }, (_, at) => ({ name: `${account}-${at}`, account }));
    parties.keys.push(...(await Promise.all(names.map((name) => createKey(store, namespace, name)))));
  }
  return parties;
}

async function createKey(store: ObjectStore, namespace: string, { name, account }: Omit<Key, 'secret'>): Promise<Key> {
  const { secret, hash } = newApiKey(randomBytes);
  const limits = { jobReadsPerMinute: 100_000 };
  const spec = apiKeyKind.parseSpec({ accountRef: { name: account }, secretHash: hash, limits });
  await store.create(apiKeyKind, { metadata: { namespace, name }, spec });
  return { name, account, secret };
}
