import { admin, operator, ownerOf, viewer } from '../admin-rig.ts';

/** People of the table, in the order of the statuses of a row. The rows are about the account `acme`. */
export const people = {
  viewer,
  operator,
  admin,
  owner: ownerOf('acme'),
  'owner of another account': ownerOf('beta'),
} as const;

/** A page or action of the dashboard, with the status that each person gets. */
export interface RoleRow {
  name: string;
  /** Operation of `src/operations/registry.ts` that the action runs. Absent for pages. */
  operation?: string;
  method: 'get' | 'post';
  path: string;
  form?: Record<string, string>;
  /** Statuses for the viewer, operator, admin, owner and owner of another account. */
  statuses: readonly [number, number, number, number, number];
}

export function pageRow(name: string, path: string, ...statuses: RoleRow['statuses']): RoleRow {
  return { name, method: 'get', path, statuses };
}
