import { pageRow, type RoleRow } from './role-row.ts';

const [shop, own] = ['/keys/default/acme-key', '/keys/default/{key}'];

export const keyRows: readonly RoleRow[] = [
  pageRow('the list of keys', '/keys', 200, 200, 200, 200, 200),
  pageRow('the form of a new key', '/keys/new', 403, 403, 200, 200, 200),
  pageRow('the page of a key', shop, 200, 200, 200, 200, 404),
  pageRow('the page that asks before a rotation', `${own}/rotate`, 403, 403, 200, 200, 404),
  pageRow('the page that asks before a revocation', `${own}/revoke`, 403, 403, 200, 200, 404),
  {
    // For the owner of another account, the account does not exist, so the form is shown again.
    ...{ name: 'creating a key', operation: 'api_key.create', method: 'post', path: '/keys' },
    ...{ at: '/keys', asks: '/keys/new' },
    ...{ form: { account: 'default/acme' }, statuses: [403, 403, 200, 200, 422] },
  },
  {
    ...{ name: 'changing the limits of a key', operation: 'api_key.update', method: 'post', path: `${shop}/limits` },
    at: shop,
    ...{ form: { 'limits.jobReadsPerMinute': '9' }, statuses: [403, 403, 303, 403, 403] },
  },
  {
    ...{ name: 'rotating a key', operation: 'api_key.rotate', method: 'post', path: `${own}/rotate` },
    ...{ at: own, asks: `${own}/rotate` },
    ...{ form: { overlapHours: '0' }, statuses: [403, 403, 200, 200, 404] },
  },
  {
    ...{ name: 'revoking a key', operation: 'api_key.revoke', method: 'post', path: `${own}/revoke` },
    ...{ at: own, asks: `${own}/revoke` },
    ...{ statuses: [403, 403, 303, 303, 404] },
  },
];
