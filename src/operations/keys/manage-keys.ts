import { z } from 'zod';
import { accountOf } from '../../domain/account-of.ts';
import { newApiKey } from '../../domain/api-key.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import { ApiKeySpec } from '../../schema/apikey.ts';
import { maySeeAccount } from '../actor.ts';
import { defineOperation, type By, type Needs } from '../operation.ts';
import { accounts, apiKeys } from '../resource.ts';
import {
  createObject,
  editObject,
  Named,
  NewName,
  notFound,
  seenObject,
  Unchanged,
  unlessChanged,
} from '../write-object.ts';
import { ChangedLimits } from './changed-limits.ts';
import { asOwner } from './owner-keys.ts';

const limits = ApiKeySpec.shape.limits.unwrap().exactOptional();
const expiresAt = ApiKeySpec.shape.expiresAt.unwrap();

export const createKey = defineOperation({
  name: 'api_key.create',
  summary: 'Create an API key. Its secret is returned once and never stored. `ownerKeys` of the account limits owners.',
  input: z.object({
    ...{ namespace: z.string(), account: z.string(), name: NewName.exactOptional() },
    ...{ limits, expiresAt: expiresAt.exactOptional() },
  }),
  right: { role: 'admin', owner: true, recentSignIn: true },
  effect: 'changes',
  run: async ({ account, ...given }, deps: Needs<'store' | 'random' | 'clock'>, by) => {
    const payer = await seenObject({ ...deps, by }, accounts, { namespace: given.namespace, name: account });
    if (payer === undefined) return { kind: 'account-not-found' as const };
    if (by.actor.kind !== 'owner') return newKey(account, given, { deps, by });
    return asOwner(payer, given.limits, { ...deps, by }, (limits) =>
      newKey(account, { ...given, ...limits }, { deps, by }),
    );
  },
});

type NewKey = { namespace: string; name?: string } & Partial<Pick<ApiKeySpec, 'limits' | 'expiresAt'>>;
type Parts = { deps: Needs<'store' | 'random'>; by: By };

async function newKey(account: string, { namespace, name, ...given }: NewKey, { deps, by }: Parts) {
  const { random } = deps;
  const { secret, hash: secretHash, hint } = newApiKey(random);
  const metadata = { namespace, name: name ?? `${account.slice(0, 48)}-${random(4).toString('hex')}` };
  const spec = { accountRef: { name: account }, secretHash, hint, revoked: false, ...given };
  const made = await createObject({ ...deps, by }, apiKeys, { metadata, spec });
  return made === undefined ? { kind: 'name-taken' as const, name: metadata.name } : { ...made, secret };
}

export const showKey = defineOperation({
  name: 'api_key.show',
  summary: 'Show an API key with its limits. Only its hint is shown, because the secret is not stored.',
  input: Named,
  right: { role: 'viewer', owner: true },
  effect: 'reads',
  run: async (key, { store }: Needs<'store'>, by) => {
    const object = await seenObject({ store, by }, apiKeys, key);
    return object === undefined ? notFound : { kind: 'done' as const, object };
  },
});

export const listKeys = defineOperation({
  name: 'api_key.list',
  summary: 'List API keys, of all accounts or one. Only their hints are shown, because secrets are not stored.',
  input: z.object({ namespace: z.string(), account: z.string().exactOptional() }),
  right: { role: 'viewer', owner: true },
  effect: 'reads',
  run: async ({ namespace, account }, { store }: Needs<'store'>, { actor }) => {
    const { items } = await store.list(apiKeyKind, { namespace });
    const isWanted = (owner: string): boolean => (account ?? owner) === owner;
    const keys = items.filter((key) => isWanted(key.spec.accountRef.name) && maySeeAccount(actor, accountOf(key)));
    return { kind: 'done' as const, keys };
  },
});

export const updateKey = defineOperation({
  name: 'api_key.update',
  summary: 'Change some limits or the expiry of an API key. Without expiry, it is valid until it is revoked.',
  input: Named.extend({
    ...{ limits: ChangedLimits.exactOptional(), expiresAt: expiresAt.nullable().exactOptional() },
    ...Unchanged,
  }),
  right: { role: 'admin' },
  effect: 'changes',
  run: ({ namespace, name, generation, ...spec }, { store }: Needs<'store'>, by) =>
    editObject({ store, by }, apiKeys, { namespace, name }, unlessChanged(generation, { spec })),
});

export const revokeKey = defineOperation({
  name: 'api_key.revoke',
  summary: 'Revoke an API key for good. Accepted jobs continue.',
  input: Named,
  right: { role: 'admin', owner: true },
  effect: 'reduces',
  run: (key, { store }: Needs<'store'>, by) =>
    editObject({ store, by }, apiKeys, key, () => ({ edit: { spec: { revoked: true } } })),
});

export const rotateKey = defineOperation({
  name: 'api_key.rotate',
  summary: 'Replace the secret of an API key. Its jobs stay visible, and the old secret stays valid for the overlap.',
  input: Named.extend({ overlapMs: z.number().positive().exactOptional() }),
  right: { role: 'admin', owner: true, recentSignIn: true },
  effect: 'changes',
  run: async ({ overlapMs, ...key }, { store, clock, random }: Needs<'store' | 'clock' | 'random'>, by) => {
    const { secret, hash: secretHash, hint } = newApiKey(random);
    const outcome = await editObject({ store, by }, apiKeys, key, ({ spec }) => {
      if (spec.revoked) return { instead: { kind: 'revoked' as const } };
      const previous =
        overlapMs === undefined
          ? { previousSecretHash: null, previousExpiresAt: null }
          : { previousSecretHash: spec.secretHash, previousExpiresAt: later(clock.now(), overlapMs) };
      return { edit: { spec: { secretHash, hint, ...previous } } };
    });
    return outcome.kind === 'done' ? { ...outcome, secret } : outcome;
  },
});

/** Returns the time `durationMs` milliseconds after `now`, in RFC 3339 format. */
export function later(now: Date, durationMs: number): string {
  return new Date(now.getTime() + durationMs).toISOString();
}
