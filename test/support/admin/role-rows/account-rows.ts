import { pageRow, type RoleRow } from './role-row.ts';

const acme = '/accounts/default/acme';
const secret = `${acme}/signing-secret`;

export const accountRows: readonly RoleRow[] = [
  pageRow('the list of accounts', '/accounts', 200, 200, 200, 200, 200),
  pageRow('the form of a new account', '/accounts/new', 403, 403, 200, 403, 403),
  pageRow('the page of an account', acme, 200, 200, 200, 200, 404),
  pageRow('the grants of an account', `${acme}/grants`, 200, 200, 200, 200, 404),
  pageRow('the page that asks before a deactivation', `${acme}/deactivate`, 403, 403, 200, 403, 403),
  pageRow('the page of the signing secret', secret, 403, 403, 200, 200, 404),
  pageRow('the page that asks before a rotation', `${secret}/rotate`, 403, 403, 200, 200, 404),
  pageRow('the page of the test callback', `${acme}/callback-test`, 403, 200, 200, 200, 404),
  {
    ...{ name: 'creating an account', operation: 'account.create', method: 'post', path: '/accounts' },
    ...{ at: '/accounts', asks: '/accounts/new' },
    ...{ form: { name: 'gamma' }, statuses: [403, 403, 303, 403, 403] },
  },
  {
    ...{ name: 'changing the settings of an account', operation: 'account.update', method: 'post' },
    at: acme,
    ...{ path: `${acme}/settings`, form: { weight: '2' }, statuses: [403, 403, 303, 403, 403] },
  },
  {
    ...{ name: 'granting credits', operation: 'account.grant', method: 'post', path: `${acme}/grants` },
    at: acme,
    ...{ form: { amount: '5', note: 'paid' }, statuses: [403, 403, 303, 403, 403] },
  },
  {
    ...{ name: 'deactivating an account', operation: 'account.deactivate', method: 'post' },
    ...{ at: acme, asks: `${acme}/deactivate` },
    ...{ path: `${acme}/deactivate`, statuses: [403, 403, 303, 403, 403] },
  },
  {
    ...{ name: 'activating an account', operation: 'account.activate', method: 'post' },
    at: acme,
    ...{ path: `${acme}/activate`, statuses: [403, 403, 303, 403, 403] },
  },
  {
    ...{ name: 'showing the signing secret', operation: 'account.show_signing_secret', method: 'post' },
    ...{ at: acme, asks: secret },
    ...{ path: secret, statuses: [403, 403, 200, 200, 404] },
  },
  {
    ...{ name: 'rotating the signing secret', operation: 'account.rotate_signing_secret', method: 'post' },
    ...{ at: secret, asks: `${secret}/rotate` },
    ...{ path: `${secret}/rotate`, form: { overlapHours: '1' }, statuses: [403, 403, 200, 200, 404] },
  },
  {
    ...{ name: 'sending a test callback', operation: 'account.test_callback', method: 'post' },
    ...{ at: acme, asks: `${acme}/callback-test` },
    ...{ path: `${acme}/callback-test`, form: { url: 'https://shop.example/' }, statuses: [403, 303, 303, 303, 404] },
  },
];
