import { pageRow, type RoleRow } from './role-row.ts';

export const serviceRows: readonly RoleRow[] = [
  pageRow('the prices', '/pricing', 200, 200, 200, 200, 200),
  pageRow('the settings in force', '/settings', 200, 200, 200, 403, 403),
  pageRow('the health of the service', '/health', 200, 200, 200, 403, 403),
  pageRow('the audit log', '/audit', 200, 200, 200, 200, 200),
  pageRow('the list of sessions', '/sessions', 403, 403, 200, 403, 403),
  {
    ...{ name: 'ending a session', operation: 'session.end', method: 'post', path: '/sessions/{session}/end' },
    ...{ at: '/sessions', statuses: [403, 403, 303, 403, 403] },
  },
];
