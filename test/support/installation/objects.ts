import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { newApiKey, type NewApiKey } from '../../../src/domain/api-key.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import { cleanupFinalizer } from '../../../src/domain/labels.ts';
import type { AdmissionResult, Balances, Ledger } from '../../../src/ledger/port.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import type { AdAccountSpec } from '../../../src/schema/adaccount.ts';
import type { AdJob, AdJobSpec } from '../../../src/schema/adjob.ts';
import type { ApiKeySpec } from '../../../src/schema/apikey.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { imageSpec } from '../pipeline/build-job.ts';

export const namespace = 'default';
export const acme: ObjectKey = { namespace, name: 'acme' };
/** Price of the job that `imageSpec` describes, in credits. */
export const price = 5;

/** An installation, or parts of it that a test has replaced. */
export interface Stores {
  store: Pick<ObjectStore, 'create' | 'patchStatus'>;
  ledger: Pick<Ledger, 'admit' | 'bind'> & Balances;
}

/** Creates an AdAccount. The ledger grants it no credits until a controller or the test asks for that. */
export async function createAccount(
  { store }: Pick<Stores, 'store'>,
  spec: Partial<AdAccountSpec> = {},
  key = acme,
): Promise<void> {
  await store.create(adAccountKind, { metadata: key, spec: adAccountKind.parseSpec(spec) });
}

/** Creates an AdAccount and grants it credits in the ledger, as the accounts controller does for its grants. */
export async function createFundedAccount(
  { store, ledger }: Pick<Stores, 'store'> & { ledger: Pick<Balances, 'grant'> },
  key: ObjectKey,
  credits: number,
  spec: Partial<AdAccountSpec> = {},
): Promise<void> {
  await createAccount({ store }, spec, key);
  if (credits > 0) await ledger.grant(key, { id: 'first', amount: credits });
}

/** Creates an API key of the account `acme`, unless the spec names another account. */
export async function createApiKey(
  { store }: Pick<Stores, 'store'>,
  spec: Partial<ApiKeySpec> = {},
  key: ObjectKey = { namespace, name: 'acme-key' },
): Promise<NewApiKey> {
  const made = newApiKey(randomBytes);
  const whole = { accountRef: { name: acme.name }, secretHash: made.hash, ...spec };
  await store.create(apiKeyKind, { metadata: key, spec: apiKeyKind.parseSpec(whole) });
  return made;
}

/** Reserves the credits of a job in the ledger, as the API does before it creates the AdJob. */
export function admit(
  { ledger }: Pick<Stores, 'ledger'>,
  object: ObjectKey,
  { account = acme, credits = price, intent = '{}' } = {},
): Promise<AdmissionResult> {
  const origin = { kind: 'request', object, intent } as const;
  return ledger.admit({ jobId: object.name, account, credits, seen: undefined, origin });
}

/** Creates an AdJob that is admitted for the account `acme` and bound to its hold. */
export async function createBoundJob(
  stores: Stores,
  spec: AdJobSpec = imageSpec(),
  finalizers: string[] = [cleanupFinalizer],
): Promise<AdJob> {
  const key = { namespace, name: uuidV7() };
  await admit(stores, key);
  const job = await stores.store.create(adJobKind, { metadata: { ...key, finalizers }, spec });
  await stores.ledger.bind(key.name, job.metadata, acme);
  return job;
}

/** Copies the balance from the ledger into the status of the account, as the accounts controller does. */
export async function mirror({ store, ledger }: Stores, account: ObjectKey): Promise<void> {
  const { position, retired, retiring, ...credits } = await ledger.balance(account);
  await store.patchStatus(adAccountKind, account, { status: { credits, ledger: { ...position, retired, retiring } } });
}
