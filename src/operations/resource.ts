import { accountOf } from '../domain/account-of.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../domain/kinds.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import type { AdAccountSpec, AdAccountStatus } from '../schema/adaccount.ts';
import type { AdJobSpec, AdJobStatus } from '../schema/adjob.ts';
import type { ApiKeySpec, ApiKeyStatus } from '../schema/apikey.ts';
import { maySeeAccount, maySeeJob, type Actor } from './actor.ts';

/** A kind of object that operations write, and which actors may see an object. */
export interface Resource<S, T> {
  kind: ResourceKind<S, T>;
  isSeen: (actor: Actor, object: StoredObject<S, T>) => boolean;
  /** Returns the name of the account that an object is or belongs to. */
  accountOf: (object: { metadata: ObjectKey; spec: S }) => string;
  hintOf?: (spec: S) => string | undefined;
}

export const accounts: Resource<AdAccountSpec, AdAccountStatus> = {
  kind: adAccountKind,
  accountOf: ({ metadata }) => metadata.name,
  isSeen: (actor, { metadata }) => maySeeAccount(actor, metadata),
};

export const apiKeys: Resource<ApiKeySpec, ApiKeyStatus> = {
  kind: apiKeyKind,
  accountOf: ({ spec }) => spec.accountRef.name,
  isSeen: (actor, key) => maySeeAccount(actor, accountOf(key)),
  hintOf: ({ hint }) => hint,
};

export const adJobs: Resource<AdJobSpec, AdJobStatus> = {
  kind: adJobKind,
  accountOf: ({ spec }) => spec.accountRef.name,
  isSeen: (actor, { metadata: { namespace }, spec: { accountRef, apiKeyRef } }) =>
    maySeeJob(actor, { namespace, account: accountRef.name, apiKey: apiKeyRef?.name }),
};
