import { keyState } from '../../domain/api-key-validity.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AdAccount, AdAccountSpec } from '../../schema/adaccount.ts';
import type { ApiKey, KeyLimits } from '../../schema/apikey.ts';
import type { By, Needs } from '../operation.ts';
import { apiKeys } from '../resource.ts';
import { changeObject } from '../write-object.ts';

const maxByDefault = 5;

/** Returns the number of valid API keys up to which owners of an account may create keys. */
export function ownerKeysMax({ ownerKeys }: Pick<AdAccountSpec, 'ownerKeys'>): number {
  return ownerKeys?.max ?? maxByDefault;
}

/** An owner has chosen a limit above `max`. If `max` is undefined, owners cannot choose this limit. */
interface LimitTooHigh {
  kind: 'limit-too-high';
  limit: string;
  max: number | undefined;
}

/**
 * Creates an API key for an owner of the account, within `spec.ownerKeys` of the account. `create` creates the key with
 * the limits that it receives.
 *
 * Guarantee: owners never get more valid keys than `ownerKeysMax`, although several of them create keys at the same
 * time. Each of them counts again after the creation, and revokes the own new key if there are too many. The dashboard
 * may patch keys but not delete them.
 */
export async function asOwner<O extends { kind: string; object?: ApiKey }>(
  { metadata, spec }: AdAccount,
  given: KeyLimits | undefined,
  { by, ...deps }: Needs<'store' | 'clock'> & { by: By },
  create: (limits: { limits?: KeyLimits }) => Promise<O>,
) {
  const allowed = ownerLimits(spec.ownerKeys?.limits, given);
  if (allowed.kind !== 'allowed') return allowed;
  const max = ownerKeysMax(spec);
  const tooMany = { kind: 'too-many-keys' as const, max };
  if ((await validKeys(metadata, deps)) >= max) return tooMany;
  const outcome = await create(Object.keys(allowed.limits).length === 0 ? {} : { limits: allowed.limits });
  const made = outcome.object?.metadata;
  if (made === undefined || (await validKeys(metadata, deps)) <= max) return outcome;
  const { namespace, name, uid } = made;
  await changeObject({ ...deps, by }, apiKeys, { namespace, name, uid }, (key) => {
    const { resourceVersion } = key.metadata;
    return deps.store.patch(
      apiKeyKind,
      { namespace, name },
      { metadata: { resourceVersion }, spec: { revoked: true } },
    );
  });
  return tooMany;
}

/** Returns the limits of a new key of an owner: the ceilings that an admin has set, unless the owner chose lower ones. */
function ownerLimits(
  ceilings: KeyLimits = {},
  given: KeyLimits = {},
): LimitTooHigh | { kind: 'allowed'; limits: KeyLimits } {
  for (const [limit, value] of Object.entries(given)) {
    const max = ceilings[limit];
    if (value !== undefined && value > (max ?? 0)) return { kind: 'limit-too-high', limit, max };
  }
  return { kind: 'allowed', limits: { ...ceilings, ...given } };
}

/** Counts the valid API keys of an account. Keys that admins have created count too. */
async function validKeys(account: ObjectKey, { store, clock }: Needs<'store' | 'clock'>): Promise<number> {
  const { items } = await store.list(apiKeyKind, { namespace: account.namespace });
  const now = clock.now();
  return items.filter(({ spec }) => spec.accountRef.name === account.name && keyState(spec, now) === 'valid').length;
}
