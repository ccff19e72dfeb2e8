import type { Role } from '../../operations/actor.ts';

/**
 * Rights of a token of Kubernetes. `rejected`: the cluster does not accept the token, or the token is not for the
 * dashboard. `role` is undefined if the user may do nothing that a role of the dashboard allows.
 */
export type ReviewedToken =
  { kind: 'rejected' } | { kind: 'user'; name: string; uid: string; groups: string[]; role: Role | undefined };

export interface TokenRights {
  /** Audience that a token must have. */
  readonly audience: string;
  /** Rejects with a `StoreError` if the cluster does not respond. */
  review(token: string): Promise<ReviewedToken>;
}
