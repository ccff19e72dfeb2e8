import { admin, operator, ownerOf, viewer } from '../admin-rig.ts';

export const personNames = ['viewer', 'operator', 'admin', 'owner', 'owner of another account'] as const;
export type PersonName = (typeof personNames)[number];

/** People of the table, in the order of the statuses of a row. The rows are about the account `acme`. */
export const people = {
  viewer,
  operator,
  admin,
  owner: ownerOf('acme'),
  'owner of another account': ownerOf('beta'),
} satisfies Record<PersonName, unknown>;

interface CommonRow {
  name: string;
  /** A name in braces, such as `{running}`, stands for the object that each person has for the action. */
  path: string;
  /** Statuses for the viewer, operator, admin, owner and owner of another account. */
  statuses: readonly [number, number, number, number, number];
}

/** A page of the dashboard. */
export interface PageRow extends CommonRow {
  method: 'get';
}

/** An action of the dashboard. */
export interface ActionRow extends CommonRow {
  method: 'post';
  /** Operation of `src/operations/registry.ts` that the action runs. */
  operation: string;
  form?: Record<string, string>;
  /** Page that offers the action to the people who may run it. */
  at: string;
  /** Page with the form of the action, to which `at` links. If absent, `at` has the form itself. */
  asks?: string;
}

export type RoleRow = PageRow | ActionRow;

export function pageRow(name: string, path: string, ...statuses: RoleRow['statuses']): PageRow {
  return { name, method: 'get', path, statuses };
}

/** Returns the status that a person gets. */
export function statusFor({ statuses }: Pick<RoleRow, 'statuses'>, person: PersonName): number {
  return statuses[personNames.indexOf(person)] ?? 0;
}

/** Reports whether a person may not run the action, or may not run it on the object of the row. */
export function isRefused(row: Pick<RoleRow, 'statuses'>, person: PersonName): boolean {
  return statusFor(row, person) >= 400;
}
