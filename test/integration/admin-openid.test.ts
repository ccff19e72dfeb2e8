import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OpenidProvider } from '../../src/admin/sign-in/openid-provider.ts';
import { providerFetch } from '../../src/admin/sign-in/provider-fetch.ts';
import type { AdminDeps } from '../../src/admin/deps.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import type { AdminRig } from '../support/admin/admin-rig.ts';
import { client, FakeProvider } from '../support/admin/fake-provider.ts';
import { Browser, openWithSessions, signInWithLink, type Page } from '../support/admin/sign-in-rig.ts';
import { Installation } from '../support/installation/installation.ts';

const mapping = { claim: 'groups', admin: ['ads-admins'], operator: [], viewer: ['everyone'], owner: 'accounts' };
const direct = {
  proxies: { http: '', https: '', none: '' },
  egress: { proxy: undefined, proxyCredentialsFile: undefined },
};
const sessionCookie = '__Host-adwright-session';

let home: Installation;
let provider: FakeProvider;
let rig: AdminRig;
let browser: Browser;

/** Time limit in milliseconds for a response of the provider, so long that a busy machine does not reach it. */
const patienceMs = 10_000;

const withProvider =
  (issuer: string, limitMs = patienceMs) =>
  (own: AdminDeps): Partial<AdminDeps> => ({
    signIn: {
      ...own.signIn,
      openid: {
        mapping,
        provider: new OpenidProvider({
          ...{ issuer, clientId: client.id, clientSecret: client.secret, scopes: 'openid profile' },
          ...{
            publicUrl: own.publicUrl,
            claims: ['groups'],
            fetch: providerFetch(direct, limitMs),
            clock: systemClock,
          },
        }),
      },
    },
  });

beforeEach(async () => {
  home = new Installation();
  provider = new FakeProvider();
  await provider.listen();
  provider.behaviour.claims = { groups: ['ads-admins'] };
  rig = await openWithSessions(home, withProvider(provider.issuer));
  browser = new Browser(rig.url);
});
afterEach(async () => {
  await rig.close();
  await provider.close();
  home.close();
});

/** Goes to the provider and comes back. `change` may change the query with which the browser comes back. */
async function signIn(
  by = browser,
  change: (query: URLSearchParams) => void = () => undefined,
  path = '/sign-in/provider',
): Promise<Page> {
  const sent = await by.get(path);
  const query = provider.authorize(sent.location ?? '');
  change(query);
  return by.get(`/sign-in/callback?${query.toString()}`);
}

test('a person signs in with a group and returns to the page', async () => {
  const asked = await browser.get('/sessions');
  expect(asked.status).toBe(401);
  const [, link = ''] = /href="(\/sign-in\/provider[^"]*)"/.exec(asked.text) ?? [];
  expect(await signIn(browser, undefined, link)).toMatchObject({ status: 303, location: '/sessions' });
  const page = await browser.get('/sessions');
  expect(page.status).toBe(200);
  expect(page.text).toContain('identity provider');
  expect(rig.auditLog.rows).toMatchObject([
    {
      action: 'session.start',
      outcome: 'done',
      actor: { kind: 'person', subject: 'ada', name: 'Ada', groups: ['ads-admins'] },
    },
  ]);
});

test('the provider gets code with PKCE, state and nonce, and the public address', async () => {
  const { location } = await browser.get('/sign-in/provider');
  const query = Object.fromEntries(new URL(location ?? '').searchParams);
  expect(query).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: `${rig.url}/sign-in/callback` },
    ...{ scope: 'openid profile', client_id: client.id },
  });
  expect(Object.keys(query)).toEqual(expect.arrayContaining(['state', 'nonce', 'code_challenge']));
  expect(query).not.toHaveProperty('prompt');
});

test('claims that the ID token does not contain are read from the provider', async () => {
  provider.behaviour.claims = {};
  provider.behaviour.userinfo = { groups: ['ads-admins'] };
  expect((await signIn()).status).toBe(303);
});

test.each(['basic', 'post'] as const)('a client that is registered for %s alone signs in', async (method) => {
  provider.behaviour.method = method;
  expect((await signIn()).status).toBe(303);
});

test('a client that the provider does not know gets a page about the settings', async () => {
  provider.behaviour.method = 'none';
  expect(await signIn()).toMatchObject({ status: 403, text: expect.stringContaining('(invalid_client)') });
});

test('the owner claim gives the accounts alone', async () => {
  provider.behaviour.claims = { groups: ['sales'], accounts: ['default/acme'] };
  expect((await signIn()).status).toBe(303);
  expect((await browser.get('/pricing')).status).toBe(200);
  expect((await browser.get('/sessions')).status).toBe(403);
});

test('two tabs can sign in at once', async () => {
  const first = await browser.get('/sign-in/provider');
  const second = await browser.get('/sign-in/provider');
  for (const { location } of [first, second]) {
    const query = provider.authorize(location ?? '');
    expect((await browser.get(`/sign-in/callback?${query.toString()}`)).status).toBe(303);
  }
});

test.each<[string, (query: URLSearchParams) => void, string]>([
  [
    'with another state',
    (query) => {
      query.set('state', 'chosen');
    },
    'did not start here',
  ],
  [
    'without a state',
    (query) => {
      query.delete('state');
    },
    'did not start here',
  ],
  [
    'with another code',
    (query) => {
      query.set('code', 'guessed');
    },
    'was used before or has expired',
  ],
  [
    'without a code',
    (query) => {
      query.delete('code');
    },
    'does not belong to this sign-in',
  ],
  [
    'of another issuer',
    (query) => {
      query.set('iss', 'https://evil.example');
    },
    'does not belong to this sign-in',
  ],
  [
    'without its issuer',
    (query) => {
      query.delete('iss');
    },
    'does not belong to this sign-in',
  ],
  [
    'with a refusal',
    (query) => {
      query.delete('code');
      query.set('error', 'access_denied');
    },
    'refused the sign-in (access_denied)',
  ],
])('a response %s is refused', async (_, change, text) => {
  const page = await signIn(browser, change);
  expect(page.status).toBe(403);
  expect(page.text).toContain(text);
  expect(browser.cookies.has(sessionCookie)).toBe(false);
});

test.each<[string, Partial<FakeProvider['behaviour']>, string]>([
  ['for another nonce', { claims: { nonce: 'chosen' } }, 'does not belong to this sign-in'],
  ['without a nonce', { claims: { nonce: undefined } }, 'does not belong to this sign-in'],
  ['for another client', { claims: { aud: 'other' } }, 'does not belong to this sign-in'],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }, 'does not belong to this sign-in'],
  ['with another signature', { isForged: true }, 'does not belong to this sign-in'],
  ['that expired two minutes ago', { aheadSeconds: -130 }, 'differ by more than a minute'],
])('an ID token %s is refused', async (_, behaviour, text) => {
  Object.assign(provider.behaviour, { claims: { groups: ['ads-admins'] } }, behaviour);
  const page = await signIn();
  expect(page.status).toBe(403);
  expect(page.text).toContain(text);
  expect(browser.cookies.has(sessionCookie)).toBe(false);
});

test.each([-60, 60])('a clock that differs by %i seconds is accepted', async (aheadSeconds) => {
  provider.behaviour.aheadSeconds = aheadSeconds;
  expect((await signIn()).status).toBe(303);
});

test('a response cannot be used twice', async () => {
  const sent = await browser.get('/sign-in/provider');
  const path = `/sign-in/callback?${provider.authorize(sent.location ?? '').toString()}`;
  expect((await browser.get(path)).status).toBe(303);
  const again = await browser.get(path);
  expect(again).toMatchObject({ status: 403, text: expect.stringContaining('did not start here') });
  expect((await browser.get('/pricing')).status).toBe(200);
});

test('a code cannot be used for a second attempt', async () => {
  const first = provider.authorize((await browser.get('/sign-in/provider')).location ?? '');
  await browser.get(`/sign-in/callback?${first.toString()}`);
  const page = await signIn(new Browser(rig.url), (query) => {
    query.set('code', first.get('code') ?? '');
  });
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('was used before or has expired') });
});

test('a response to a sign-in that began in another browser is refused', async () => {
  const attacker = new Browser(rig.url);
  const query = provider.authorize((await attacker.get('/sign-in/provider')).location ?? '');
  const page = await browser.get(`/sign-in/callback?${query.toString()}`);
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('did not start here') });
  expect(browser.cookies.size).toBe(0);
});

test.each<[string, () => Promise<Page>]>([
  ['responses to no sign-in', () => new Browser(rig.url).get('/sign-in/callback?code=x&state=y')],
  [
    'responses that another site makes the browser send',
    () => browser.get('/sign-in/callback?code=x&state=y', { 'Sec-Fetch-Site': 'cross-site' }),
  ],
  [
    'refusals of the provider',
    () =>
      signIn(browser, (query) => {
        query.set('error', 'access_denied');
      }),
  ],
  [
    'people without a role',
    () => {
      provider.behaviour.claims = { groups: ['sales'] };
      return signIn();
    },
  ],
])('%s keep nobody from signing in', async (_, fail) => {
  for (let count = 0; count < 11; count += 1) expect((await fail()).status).toBe(403);
  provider.behaviour.claims = { groups: ['ads-admins'] };
  expect(await signIn()).toMatchObject({ status: 303 });
  expect(await signInWithLink(rig, new Browser(rig.url))).toMatchObject({ status: 303 });
});

test.each([
  ['is recorded as a failed sign-in', 'none', ['unknown_attempt']],
  ['is not recorded if another site made the browser send it', 'cross-site', []],
])('a response to no sign-in %s', async (_, site, whys) => {
  await browser.get('/sign-in/callback?code=x&state=y', { 'Sec-Fetch-Site': site });
  const waiting = await rig.deps.state.list('sign-in-first:');
  expect(waiting.map(({ value }) => (JSON.parse(value) as { why: string }).why)).toEqual(whys);
});

test('a provider whose clock is ahead makes no sign-in count as recent for longer', async () => {
  provider.behaviour.claims = { groups: ['ads-admins'], auth_time: Math.floor(Date.now() / 1_000) + 86_400 };
  expect((await signIn()).status).toBe(303);
  const [session] = await rig.deps.sessions.list();
  expect(session?.authenticatedMs).toBeLessThanOrEqual(Date.now());
});

test('a provider that answers with an error of a proxy gets a page', async () => {
  provider.behaviour.fault = 'broken';
  const page = await browser.get('/sign-in/provider');
  expect(page).toMatchObject({ status: 503, text: expect.stringContaining('does not respond') });
  provider.behaviour.fault = 'none';
  expect((await signIn()).status).toBe(303);
});

test('a provider that is away gets a page', async () => {
  await rig.close();
  rig = await openWithSessions(home, withProvider('http://127.0.0.1:9'));
  expect(await new Browser(rig.url).get('/sign-in/provider')).toMatchObject({ status: 503 });
});

test('a provider that never responds gets a page after the time limit', async () => {
  await rig.close();
  rig = await openWithSessions(home, withProvider(provider.issuer, 300));
  browser = new Browser(rig.url);
  provider.behaviour.fault = 'silent';
  const page = await browser.get('/sign-in/provider');
  expect(page).toMatchObject({ status: 503, text: expect.stringContaining('does not respond') });
});

test('a provider of another issuer gets a page that names the setting', async () => {
  provider.behaviour.issuer = 'https://other.example';
  const page = await browser.get('/sign-in/provider');
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('ADWRIGHT_ADMIN_OIDC_ISSUER') });
});

test.each<[string, Record<string, unknown>, string[]]>([
  ['no claim', {}, ['The claim groups, from which roles are read, is missing']],
  ['groups without a role', { groups: ['sales', '<b>x</b>'] }, ['The claim groups', 'sales', '&lt;b&gt;x&lt;/b&gt;']],
  ['too many groups', { _claim_names: { groups: 'src1' } }, ['in so many groups']],
])('a person with %s is told which claim was read', async (_, claims, parts) => {
  provider.behaviour.claims = claims;
  const page = await signIn();
  expect(page.status).toBe(403);
  for (const part of parts) expect(page.text).toContain(part);
  expect(browser.cookies.has(sessionCookie)).toBe(false);
});

test('a person whose group was removed loses the session at the next sign-in', async () => {
  await signIn();
  provider.behaviour.claims = { groups: ['sales'] };
  expect((await signIn(browser, undefined, '/sign-in/provider?again=1')).status).toBe(403);
  const page = await browser.get('/pricing');
  expect(page).toMatchObject({ status: 401, text: expect.stringContaining('has no role in this dashboard any more') });
});

test('signing in once more asks the provider to ask the person, and replaces the session', async () => {
  await signIn();
  const before = browser.cookies.get(sessionCookie);
  const { location } = await browser.get('/sign-in/provider?again=1&return=/pricing');
  expect(Object.fromEntries(new URL(location ?? '').searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
  const query = provider.authorize(location ?? '');
  expect(await browser.get(`/sign-in/callback?${query.toString()}`)).toMatchObject({
    status: 303,
    location: '/pricing',
  });
  expect(browser.cookies.get(sessionCookie)).not.toBe(before);
  expect(await rig.deps.sessions.list()).toHaveLength(1);
});

test.each<[string, unknown]>([
  ['did not ask the person again', Math.floor(Date.now() / 1_000) - 3_600],
  ['does not say when the person signed in', undefined],
])('signing in once more fails if the provider %s', async (_, auth_time) => {
  provider.behaviour.claims = { groups: ['ads-admins'], auth_time };
  const page = await signIn(browser, undefined, '/sign-in/provider?again=1');
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('does not count as recent') });
});

test('a sign-in does not lead to another site', async () => {
  expect(await signIn(browser, undefined, '/sign-in/provider?return=https://evil.example')).toMatchObject({
    location: '/',
  });
});

test('signing out offers to sign out of the provider too', async () => {
  await signIn();
  await browser.post('/sign-out');
  const { text } = await browser.get('/sign-out');
  expect(text).toContain(`${provider.issuer}/end?`);
  expect(text).toContain(encodeURIComponent(`${rig.url}/sign-out`));
});

test('a failure is logged without secrets', async () => {
  provider.behaviour.method = 'none';
  await signIn();
  const lines = JSON.stringify(home.lines);
  expect(lines).toContain('sign-in with the identity provider failed');
  for (const secret of [client.secret, 'code-0']) expect(lines).not.toContain(secret);
});
