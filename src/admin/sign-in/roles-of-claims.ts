import { roles, type Actor, type Role } from '../../operations/actor.ts';

/** Mapping of the claims of an identity provider to rights. */
export interface RoleMapping extends Record<Role, readonly string[]> {
  /** Name of the claim with the groups of the person, or a path to it, such as `realm_access.roles`. */
  claim: string;
  /** Name of the claim with the accounts that the person owns, as `namespace/name`. */
  owner?: string | undefined;
}

export type Claims = Readonly<Record<string, unknown>>;

/**
 * Rights of a person by their claims. `none`: `missing` if the claim is not there, `overage` if the provider has left it
 * out because the person is in too many groups, `unverified` if the provider does not say that it has verified the e-mail
 * address, `not-mapped` if no role has these values.
 */
export type ClaimedRights =
  | { kind: 'actor'; actor: Extract<Actor, { kind: 'role' | 'owner' }>; values: string[] }
  | { kind: 'none'; why: 'missing' | 'overage' | 'unverified' | 'not-mapped'; values: string[] };

const [emailClaim, verifiedClaim] = ['email', 'email_verified'];
const accountName = /^([a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)\/([a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?)$/;

/** Returns the names of the claims that `rightsOfClaims` reads. */
export function claimsOf({ claim, owner }: RoleMapping): string[] {
  return [claim, ...(claim === emailClaim ? [verifiedClaim] : []), ...(owner === undefined ? [] : [owner])];
}

/** Returns the highest role that the claims give. An owner has no role: a role allows everything that an owner sees. */
export function rightsOfClaims(claims: Claims, mapping: RoleMapping): ClaimedRights {
  const values = valuesOf(claimAt(claims, mapping.claim));
  if (mapping.claim === emailClaim && values.length > 0 && claims[verifiedClaim] !== true)
    return none('unverified', values);
  const role = roles.toReversed().find((one) => mapping[one].some((value) => values.includes(value)));
  if (role !== undefined) return { kind: 'actor', actor: { kind: 'role', role }, values };
  const accounts = accountsOf(claims, mapping);
  if (accounts.length > 0) return { kind: 'actor', actor: { kind: 'owner', accounts }, values };
  if (values.length > 0) return none('not-mapped', values);
  return none(isOverage(claims, mapping.claim) ? 'overage' : 'missing', values);
}

function none(why: Extract<ClaimedRights, { kind: 'none' }>['why'], values: string[]): ClaimedRights {
  return { kind: 'none', why, values };
}

/** Returns the claim with this name, or else the value at this path of names. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims);
}

function accountsOf(claims: Claims, { owner }: RoleMapping) {
  const texts = owner === undefined ? [] : valuesOf(claimAt(claims, owner));
  return texts.flatMap((text) => {
    const [, namespace, name] = accountName.exec(text) ?? [];
    return namespace === undefined || name === undefined ? [] : [{ namespace, name }];
  });
}

function valuesOf(claim: unknown): string[] {
  return [claim].flat().filter((value) => typeof value === 'string');
}

/** Entra ID leaves out the groups of a person with more than 200 groups, and names another place to read them. */
function isOverage(claims: Claims, name: string): boolean {
  const elsewhere = claims['_claim_names'];
  return (isRecord(elsewhere) && Object.hasOwn(elsewhere, name)) || claims['hasgroups'] === true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
