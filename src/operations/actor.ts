import { keyText, type ObjectKey } from '../objects/object-key.ts';

/** Roles of people, from the fewest to the most rights. */
export const roles = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * Person or program for which an operation runs: a person with a role, who may act on all accounts; the owner of some
 * accounts; or a client with an API key.
 */
export type Actor =
  | { kind: 'role'; role: Role }
  | { kind: 'owner'; accounts: readonly ObjectKey[] }
  | { kind: 'key'; key: ObjectKey; account: ObjectKey };

/** Right that an operation needs. */
export interface Right {
  /** Lowest role that may run the operation on all accounts. */
  role: Role;
  /** True if an owner may run it too, on own accounts and what belongs to them. */
  owner?: boolean;
  /** True if an API key may run it too, on the jobs that the key created and on the balance of its account. */
  key?: boolean;
  /** True if a person must have signed in a short time ago. The caller of the operation checks this. */
  recentSignIn?: boolean;
}

export function mayRun(right: Right, actor: Actor): boolean {
  if (actor.kind === 'role') return roles.indexOf(actor.role) >= roles.indexOf(right.role);
  return right[actor.kind] === true;
}

/**
 * Reports whether an actor may know of an account and the API keys and jobs of the account. Otherwise, they must look
 * as if they did not exist.
 */
export function maySeeAccount(actor: Actor, account: ObjectKey): boolean {
  if (actor.kind === 'role') return true;
  const own = actor.kind === 'owner' ? actor.accounts : [actor.account];
  return own.some((one) => keyText(one) === keyText(account));
}

/** Owner of a job. `account` is absent if it is not known; no owner of an account may then see the job. */
export interface JobOwner {
  namespace: string;
  account?: string | undefined;
  /** Name of the API key that created the job. Undefined for a job that no key can see. */
  apiKey: string | undefined;
}

/** Reports whether an actor may know of a job. An API key may only see the jobs that it has created. */
export function maySeeJob(actor: Actor, { namespace, account, apiKey }: JobOwner): boolean {
  if (actor.kind === 'key') return apiKey === actor.key.name && namespace === actor.key.namespace;
  return actor.kind === 'role' || (account !== undefined && maySeeAccount(actor, { namespace, name: account }));
}
