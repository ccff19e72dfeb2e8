import { expect, test } from '@jest/globals';
import { claimsOf, rightsOfClaims, type Claims, type RoleMapping } from './roles-of-claims.ts';

const mapping: RoleMapping = {
  claim: 'groups',
  admin: ['ads-admins'],
  operator: ['ads-operators', 'on-call'],
  viewer: ['everyone'],
  owner: 'adwright_accounts',
};
const acme = { namespace: 'ads', name: 'acme' };

test.each<[string, Claims, object]>([
  ['a group gives its role', { groups: ['on-call'] }, { actor: { kind: 'role', role: 'operator' } }],
  ['the highest role counts', { groups: ['everyone', 'ads-admins'] }, { actor: { kind: 'role', role: 'admin' } }],
  ['one group may be a text', { groups: 'everyone' }, { actor: { kind: 'role', role: 'viewer' } }],
  [
    'the owner claim gives accounts',
    { adwright_accounts: ['ads/acme'] },
    { actor: { kind: 'owner', accounts: [acme] } },
  ],
  [
    'a role counts before the owner claim',
    { groups: ['everyone'], adwright_accounts: ['ads/acme'] },
    { actor: { kind: 'role', role: 'viewer' } },
  ],
  [
    'an account without a namespace gives nothing',
    { groups: ['x'], adwright_accounts: ['acme'] },
    { kind: 'none', why: 'not-mapped' },
  ],
  [
    'an account with more slashes gives nothing',
    { adwright_accounts: ['ads/acme/x'] },
    { kind: 'none', why: 'missing' },
  ],
  [
    'a group that is not mapped gives no role',
    { groups: ['sales'] },
    { kind: 'none', why: 'not-mapped', values: ['sales'] },
  ],
  ['a missing claim is named', {}, { kind: 'none', why: 'missing' }],
  ['an empty list of groups counts as missing', { groups: [] }, { kind: 'none', why: 'missing' }],
  [
    'groups that the provider left out are named',
    { _claim_names: { groups: 'src1' } },
    { kind: 'none', why: 'overage' },
  ],
  ['groups that are no texts give no role', { groups: [{ name: 'ads-admins' }, 7] }, { kind: 'none', why: 'missing' }],
  ['a group of another case is another group', { groups: ['Ads-Admins'] }, { kind: 'none', why: 'not-mapped' }],
])('%s', (_, claims, want) => {
  expect(rightsOfClaims(claims, mapping)).toMatchObject(want);
});

test('a claim may be named by a path', () => {
  const nested = { ...mapping, claim: 'realm_access.roles' };
  const actor = { kind: 'role', role: 'admin' };
  expect(rightsOfClaims({ realm_access: { roles: ['ads-admins'] } }, nested)).toMatchObject({ actor });
  expect(rightsOfClaims({ 'realm_access.roles': 'ads-admins' }, nested)).toMatchObject({ actor });
  expect(rightsOfClaims({ realm_access: null }, nested)).toMatchObject({ kind: 'none', why: 'missing' });
});

test.each<[string, Claims, object]>([
  ['that the provider has verified gives a role', { email_verified: true }, { actor: { role: 'admin' } }],
  ['that the provider has not verified gives no role', { email_verified: false }, { why: 'unverified' }],
  ['of which the provider says nothing gives no role', {}, { why: 'unverified' }],
  ['whose claim is the text "false" gives no role', { email_verified: 'false' }, { why: 'unverified' }],
])('an e-mail address %s', (_, claims, want) => {
  const byEmail = { ...mapping, claim: 'email', admin: ['ada@example.com'] };
  expect(rightsOfClaims({ email: 'ada@example.com', ...claims }, byEmail)).toMatchObject(want);
});

test('roles by e-mail address need the claim that the address is verified', () => {
  expect(claimsOf({ ...mapping, claim: 'email' })).toEqual(['email', 'email_verified', 'adwright_accounts']);
});
