import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SignInThrottle } from '../../src/admin/sign-in/throttle.ts';
import type { ReviewedToken } from '../../src/admin/sign-in/token-rights.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import type { AdminRig } from '../support/admin/admin-rig.ts';
import { Browser, openWithSessions } from '../support/admin/sign-in-rig.ts';
import { Installation } from '../support/installation/installation.ts';

const user = { kind: 'user' as const, name: 'ada', uid: 'u-1', groups: ['ads'] };

let home: Installation;
let rig: AdminRig;
let browser: Browser;
let reviewed: ReviewedToken | Error;
let tokens: string[];

beforeEach(async () => {
  home = new Installation();
  tokens = [];
  const review = (token: string): Promise<ReviewedToken> => {
    tokens.push(token);
    return reviewed instanceof Error ? Promise.reject(reviewed) : Promise.resolve(reviewed);
  };
  rig = await openWithSessions(home, ({ signIn }) => ({
    signIn: { ...signIn, kubernetes: { audience: 'ads', review } },
  }));
  browser = new Browser(rig.url);
});
afterEach(async () => {
  await rig.close();
  home.close();
});

test('a token of Kubernetes signs in, and the person returns to the page', async () => {
  reviewed = { ...user, role: 'operator' };
  const asked = await browser.get('/pricing');
  expect(asked.text).toContain('kubectl create token NAME --audience ads');
  const page = await browser.submit(asked, '/sign-in/kubernetes', { token: ' secret-token\n' });
  expect(page).toMatchObject({ status: 303, location: '/pricing' });
  expect(tokens).toEqual(['secret-token']);
  expect((await browser.get('/pricing')).status).toBe(200);
  expect(rig.auditLog.rows).toMatchObject([
    { actor: { kind: 'kubernetes', subject: 'u-1', name: 'ada', groups: ['ads'] } },
  ]);
  const stored = JSON.stringify([await rig.deps.state.list(''), rig.auditLog.rows, home.lines]);
  expect(stored).not.toContain('secret-token');
});

test.each<[string, ReviewedToken | Error, number, string]>([
  ['that the cluster rejects', { kind: 'rejected' }, 403, 'was not made for the audience ads'],
  ['of a user without a role', { ...user, role: undefined }, 403, 'Ask for the right to list adjobs'],
  ['while the cluster is away', new StoreError('Unavailable', 'Not reached.'), 503, 'could not be checked'],
])('a token %s gets a page', async (_, outcome, status, text) => {
  reviewed = outcome;
  const page = await browser.post('/sign-in/kubernetes', { token: 'secret-token' });
  expect(page.status).toBe(status);
  expect(page.text).toContain(text);
  expect(page.text).not.toContain('secret-token');
  expect(browser.cookies.size).toBe(0);
});

test('many sources of wrong tokens together are slowed down', async () => {
  const throttle = new SignInThrottle(rig.deps);
  for (let count = 0; count < 300; count += 1) await throttle.count('token', { ip: `198.51.100.${count % 256}` });
  expect((await browser.post('/sign-in/kubernetes', { token: 'guessed' })).status).toBe(429);
  expect(tokens).toEqual([]);
});

test('the addresses of one IPv6 network count as one source', async () => {
  const throttle = new SignInThrottle(rig.deps);
  for (let count = 0; count < 10; count += 1) await throttle.count('token', { ip: `2001:db8:1:2::${count}` });
  expect(await throttle.waitSeconds('token', { ip: '2001:db8:1:2:ffff::1' })).toBeGreaterThan(0);
  expect(await throttle.waitSeconds('token', { ip: '2001:db8:1:3::1' })).toBeUndefined();
});
