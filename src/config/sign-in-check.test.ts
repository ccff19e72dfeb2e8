import { expect, test } from '@jest/globals';
import { readServiceConfig } from './service-config.ts';

const openid = {
  ADWRIGHT_ADMIN_OIDC_ISSUER: 'https://id.example.com/realms/ads',
  ADWRIGHT_ADMIN_OIDC_CLIENT_ID: 'adwright',
  ADWRIGHT_ADMIN_OIDC_CLIENT_SECRET: 'hush-hush-7391',
  ADWRIGHT_ADMIN_ROLES: '{"claim":"groups","admin":["ads-admins"],"owner":"adwright_accounts"}',
};

test('the settings of an identity provider are read', () => {
  expect(readServiceConfig(openid).signIn).toMatchObject({
    ...{ issuer: 'https://id.example.com/realms/ads', clientId: 'adwright', scopes: 'openid profile email' },
    roles: { claim: 'groups', admin: ['ads-admins'], operator: [], viewer: [], owner: 'adwright_accounts' },
  });
});

test('without an identity provider no setting is needed', () => {
  expect(readServiceConfig({}).signIn).toMatchObject({ issuer: undefined, trustedProxies: [] });
});

test.each<[string, Record<string, string>, string]>([
  [
    'an issuer over plain http',
    { ADWRIGHT_ADMIN_OIDC_ISSUER: 'http://id.example.com' },
    '_OIDC_ISSUER must be an https URL',
  ],
  ['an issuer without roles', { ADWRIGHT_ADMIN_ROLES: '' }, 'ADWRIGHT_ADMIN_ROLES is required'],
  ['an issuer without a client', { ADWRIGHT_ADMIN_OIDC_CLIENT_ID: '' }, '_CLIENT_ID is required'],
  [
    'roles without an issuer',
    { ADWRIGHT_ADMIN_OIDC_ISSUER: '' },
    'ADWRIGHT_ADMIN_ROLES requires ADWRIGHT_ADMIN_OIDC_ISSUER',
  ],
  ['roles that are no JSON', { ADWRIGHT_ADMIN_ROLES: 'admin' }, 'ADWRIGHT_ADMIN_ROLES must be JSON such as'],
  [
    'roles with a role that does not exist',
    { ADWRIGHT_ADMIN_ROLES: '{"claim":"g","root":["x"]}' },
    'ADWRIGHT_ADMIN_ROLES must be JSON such as',
  ],
  ['two secrets', { ADWRIGHT_ADMIN_OIDC_CLIENT_SECRET_FILE: '/secret' }, 'set one'],
  ['scopes without openid', { ADWRIGHT_ADMIN_OIDC_SCOPES: 'groups' }, '_SCOPES must contain openid'],
  ['a proxy that is no address', { ADWRIGHT_ADMIN_TRUSTED_PROXIES: 'ingress' }, '_TRUSTED_PROXIES must be addresses'],
  ['a range that is too long', { ADWRIGHT_ADMIN_TRUSTED_PROXIES: '10.0.0.0/33' }, '_TRUSTED_PROXIES must be addresses'],
])('%s is refused', (_, wrong, message) => {
  const read = () => readServiceConfig({ ...openid, ...wrong });
  expect(read).toThrow(message);
  expect(read).not.toThrow('hush-hush');
});

test('an http issuer on this machine is accepted', () => {
  const issuer = 'http://127.0.0.1:4801';
  expect(readServiceConfig({ ...openid, ADWRIGHT_ADMIN_OIDC_ISSUER: issuer }).signIn.issuer).toBe(issuer);
});

test('trusted proxies are addresses and ranges', () => {
  const ranges = '10.0.0.0/8, 192.168.1.1 fd00::/8';
  expect(readServiceConfig({ ADWRIGHT_ADMIN_TRUSTED_PROXIES: ranges }).signIn.trustedProxies).toHaveLength(3);
});
