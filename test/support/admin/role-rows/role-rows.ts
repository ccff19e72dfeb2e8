import { accountRows } from './account-rows.ts';
import { jobRows } from './job-rows.ts';
import { keyRows } from './key-rows.ts';
import type { RoleRow } from './role-row.ts';
import { serviceRows } from './service-rows.ts';

/**
 * Pages and actions of the dashboard, with the status that each person gets. Each part of the dashboard has a file of
 * rows. The rows share one installation, so rows that make others impossible come last.
 */
export const roleRows: readonly RoleRow[] = [...jobRows, ...accountRows, ...keyRows, ...serviceRows];
