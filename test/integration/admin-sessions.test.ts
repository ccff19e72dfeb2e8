import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { AdminDeps } from '../../src/admin/deps.ts';
import { StateUnavailable } from '../../src/admin/state/port.ts';
import { createSignInLink } from '../../src/admin/sign-in/sign-in-link.ts';
import { SignInThrottle } from '../../src/admin/sign-in/throttle.ts';
import { FailedSignIns } from '../../src/admin/sign-in/failed-sign-ins.ts';
import { admin, operator, ownerOf, viewer, type AdminRig } from '../support/admin/admin-rig.ts';
import { MemoryAuditLog } from '../support/admin/memory-audit-log.ts';
import { Browser, openWithSessions, signInWithLink, type Page } from '../support/admin/sign-in-rig.ts';
import { Installation } from '../support/installation/installation.ts';
import { acme, createAccount, createApiKey } from '../support/installation/objects.ts';
import { until } from '../support/process/until.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

const minuteMs = 60_000;
const sessionCookie = '__Host-adwright-session';

let clock: FakeClock;
let home: Installation;
let rig: AdminRig;
let auditLog: MemoryAuditLog;
let browser: Browser;
let rigs: AdminRig[];

beforeEach(async () => {
  clock = new FakeClock();
  home = new Installation({ clock });
  auditLog = new MemoryAuditLog();
  rigs = [];
  rig = await open({ auditLog });
  browser = new Browser(rig.url);
});
afterEach(async () => {
  for (const one of rigs) await one.close();
  home.close();
});

async function open(replaced: Partial<AdminDeps>): Promise<AdminRig> {
  const opened = await openWithSessions(home, () => replaced);
  rigs.push(opened);
  return opened;
}

const pathOf = (address: string): string => address.slice(rig.url.length);
const rows = (): string[] =>
  auditLog.rows.map(({ action, actor, outcome }) => `${action} ${actor.name ?? actor.subject} ${outcome}`);

test('a sign-in link signs in once, with the role that it was made for', async () => {
  const address = await createSignInLink(rig.deps, { actor: viewer, name: 'Ada' });
  const asked = await browser.get(pathOf(address));
  expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('Sign in with this link?') });
  expect(await browser.submit(asked, '/sign-in/link')).toMatchObject({ status: 303, location: '/' });
  expect((await browser.get('/pricing')).status).toBe(200);
  expect((await browser.get('/sessions')).status).toBe(403);
  expect(rows()).toEqual(['session.start Ada done']);

  const again = await new Browser(rig.url).submit(asked, '/sign-in/link');
  expect(again).toMatchObject({ status: 403, text: expect.stringContaining('does not work any more') });
});

test('the page of a link says whom it signs in, and who is signed in', async () => {
  const pathFor = async (actor: typeof admin, name?: string) =>
    pathOf(await createSignInLink(rig.deps, { actor, ...(name !== undefined && { name }) }));
  const first = await browser.get(await pathFor(operator, 'Grace <b>'));
  expect(first.text).toContain('as Grace &lt;b&gt;, with the role Operator.');
  expect(first.text).not.toContain('You are signed in');
  const unnamed = await browser.get(await pathFor(operator));
  expect(unnamed.text).toContain('The link signs you in with the role Operator.');
  await signInWithLink(rig, browser);
  const { text } = await browser.get(await pathFor(ownerOf('acme')));
  expect(text).toContain('as an owner of the accounts default/acme.');
  expect(text).toContain('You are signed in as Ada. The link ends that session');
});

test('a preview of a link does not use it', async () => {
  const address = await createSignInLink(rig.deps, { actor: admin });
  const previews = [new Browser(rig.url), new Browser(rig.url)];
  for (const preview of previews) expect((await preview.get(pathOf(address))).status).toBe(200);
  expect(previews.flatMap(({ cookies }) => [...cookies])).toEqual([]);
  expect((await browser.submit(await browser.get(pathOf(address)), '/sign-in/link')).status).toBe(303);
});

test('a link is valid for ten minutes', async () => {
  const address = await createSignInLink(rig.deps, { actor: admin });
  const page = await browser.get(pathOf(address));
  await clock.advance(10 * minuteMs);
  expect((await browser.get(pathOf(address))).text).toContain('does not work any more');
  expect((await browser.submit(page, '/sign-in/link')).status).toBe(403);
  expect(browser.cookies.size).toBe(0);
});

test('the state contains neither the token of a link nor the token of a session', async () => {
  const address = await createSignInLink(rig.deps, { actor: admin });
  const stored = JSON.stringify(await rig.deps.state.list(''));
  expect(stored).not.toContain(new URL(address).searchParams.get('token'));
  await signInWithLink(rig, browser);
  expect(JSON.stringify(await rig.deps.state.list(''))).not.toContain(browser.cookies.get(sessionCookie));
});

test('the cookie of a session is only for this host, and for no script', async () => {
  const { headers } = await signInWithLink(rig, browser);
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-adwright-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  );
});

test('a session token that someone else has chosen is not used', async () => {
  browser.cookies.set(sessionCookie, 'A'.repeat(43));
  await signInWithLink(rig, browser);
  expect(browser.cookies.get(sessionCookie)).not.toBe('A'.repeat(43));
  const other = new Browser(rig.url);
  other.cookies.set(sessionCookie, 'A'.repeat(43));
  expect((await other.get('/pricing')).status).toBe(401);
});

test('a new sign-in gets a new token and ends the session before', async () => {
  await signInWithLink(rig, browser);
  const before = new Browser(rig.url);
  before.cookies.set(sessionCookie, browser.cookies.get(sessionCookie) ?? '');
  await signInWithLink(rig, browser);
  expect((await browser.get('/pricing')).status).toBe(200);
  expect(await before.get('/pricing')).toMatchObject({
    status: 401,
    text: expect.stringContaining('new session has replaced it'),
  });
});

test('without a row in the audit log there is no session', async () => {
  auditLog.isFull = true;
  const page = await signInWithLink(rig, browser);
  expect(page).toMatchObject({ status: 503, text: expect.stringContaining('The audit log cannot be written') });
  expect(browser.cookies.size).toBe(0);
  expect(await rig.deps.sessions.list()).toEqual([]);
});

test('a link whose sign-in cannot be recorded still works afterwards', async () => {
  const asked = await browser.get(pathOf(await createSignInLink(rig.deps, { actor: viewer })));
  auditLog.isFull = true;
  expect((await browser.submit(asked, '/sign-in/link')).status).toBe(503);
  auditLog.isFull = false;
  expect(await browser.submit(asked, '/sign-in/link')).toMatchObject({ status: 303, location: '/' });
});

test('two posts of one link at the same time start one session', async () => {
  const asked = await browser.get(pathOf(await createSignInLink(rig.deps, { actor: viewer, name: 'Ada' })));
  const write = auditLog.write.bind(auditLog);
  let writes = 0;
  auditLog.write = async (row) => {
    writes += 1;
    await until(() => writes === 2);
    return write(row);
  };
  const posts = await Promise.all([browser, new Browser(rig.url)].map((one) => one.submit(asked, '/sign-in/link')));
  expect(posts.map(({ status }) => status).toSorted()).toEqual([303, 403]);
  expect(await rig.deps.sessions.list()).toHaveLength(1);
  expect(rows().toSorted()).toEqual(['session.start Ada done', 'session.start Ada refused']);
});

test('while the state can only be read, pages are shown and a key is revoked', async () => {
  await signInWithLink(rig, browser);
  await createAccount(home);
  await createApiKey(home, {}, acme);
  await clock.advance(2 * minuteMs);
  const full = () => Promise.reject(new StateUnavailable('the database is full'));
  Object.assign(rig.deps.state, { set: full, setIfAbsent: full, increment: full });
  expect((await browser.get('/pricing')).status).toBe(200);
  expect((await browser.post('/keys/default/acme/revoke')).status).toBe(303);
  const refused = await browser.post('/keys', { form_id: 'form-0001', account: 'default/acme' });
  expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('does not respond or is full') });
});

test('a session ends although the state has no room for the reason', async () => {
  await signInWithLink(rig, browser);
  const full = () => Promise.reject(new StateUnavailable('no memory left'));
  Object.assign(rig.deps.state, { set: full, setIfAbsent: full, increment: full });
  expect(await browser.post('/sign-out')).toMatchObject({ status: 303, location: '/sign-out' });
  expect(await rig.deps.sessions.list()).toEqual([]);
});

test('a request without a session gets the page to sign in, and a link back', async () => {
  const page = await browser.get('/pricing?x=1');
  expect(page).toMatchObject({ status: 401, location: null });
  expect(page.text).toContain('adwright admin sign-in');
});

test.each<[string, number, number, number]>([
  ['lives for 12 hours if it is used', 29, 24, 200],
  ['ends after 12 hours although it is used', 29, 25, 401],
  ['ends after 30 minutes without use', 31, 1, 401],
])('a session %s', async (_, everyMinutes, times, status) => {
  await signInWithLink(rig, browser);
  for (let count = 0; count < times; count += 1) {
    await clock.advance(everyMinutes * minuteMs);
    await browser.get('/pricing');
  }
  expect((await browser.get('/pricing')).status).toBe(status);
});

test.each<[string, (page: Page) => void, () => Promise<unknown>]>([
  [
    'idle',
    ({ text }) => {
      expect(text).toContain('It was not used for 30 minutes');
    },
    () => clock.advance(31 * minuteMs),
  ],
  [
    'signed out',
    ({ text }) => {
      expect(text).toContain('You have signed out');
    },
    async () => {
      const token = browser.cookies.get(sessionCookie) ?? '';
      const answer = await browser.post('/sign-out');
      expect(answer).toMatchObject({ status: 303, location: '/sign-out' });
      expect(browser.cookies.size).toBe(0);
      browser.cookies.set(sessionCookie, token);
    },
  ],
  [
    'ended by an admin',
    ({ text }) => {
      expect(text).toContain('An admin has ended it');
    },
    async () => {
      const other = new Browser(rig.url);
      await signInWithLink(rig, other, admin, 'Grace');
      const [session] = (await rig.deps.sessions.list()).filter(({ person }) => person.name === 'Ada');
      const path = `/sessions/${session?.id ?? ''}/end`;
      expect((await other.get('/sessions')).text).toContain(path);
      expect(await other.post(path)).toMatchObject({ status: 303, location: '/sessions?ended=1' });
      expect((await other.post(path)).status).toBe(404);
    },
  ],
])('the page of a session that was %s says why', async (_, check, end) => {
  await signInWithLink(rig, browser);
  await end();
  const page = await browser.get('/pricing');
  expect(page.status).toBe(401);
  expect(page.text).toContain('Your session has ended');
  check(page);
  expect(rows().filter((row) => row.startsWith('session.end'))).toHaveLength(1);
});

test('a session that nobody presents any more is ended and recorded once', async () => {
  await signInWithLink(rig, browser);
  await clock.advance(31 * minuteMs);
  await Promise.all([rig.deps.sessions.sweep(), rig.deps.sessions.sweep()]);
  expect(rows()).toEqual(['session.start Ada done', 'session.end sessions done']);
});

test('a request that is served while the session is ended does not bring it back', async () => {
  await signInWithLink(rig, browser);
  const [session] = await rig.deps.sessions.list();
  if (session === undefined) throw new Error('there is no session');
  await clock.advance(2 * minuteMs);
  await rig.deps.sessions.end(session, 'ended');
  await rig.deps.sessions.touch(session);
  expect((await browser.get('/pricing')).status).toBe(401);
  expect(await rig.deps.sessions.list()).toEqual([]);
});

test('only an admin ends sessions, and a session that ended is no page', async () => {
  await signInWithLink(rig, browser, operator);
  const [session] = await rig.deps.sessions.list();
  expect((await browser.post(`/sessions/${session?.id ?? ''}/end`)).status).toBe(403);
  expect((await browser.get('/pricing')).status).toBe(200);
});

test('the list marks the own session and shows where others are', async () => {
  const other = new Browser(rig.url, { 'User-Agent': 'Phone <b>1</b>' });
  await signInWithLink(rig, other, viewer, 'Grace');
  await signInWithLink(rig, browser);
  const { text } = await browser.get('/sessions');
  expect(text.match(/This session/g)).toHaveLength(1);
  expect(text).toContain('Grace');
  expect(text).toContain('Phone &lt;b&gt;1&lt;/b&gt;');
  expect(text).toContain('127.0.0.1');
});

test('signing out is no link', async () => {
  await signInWithLink(rig, browser);
  expect((await browser.get('/sign-out')).text).toContain('You are signed in as Ada.');
  expect((await browser.get('/pricing')).status).toBe(200);
});

test('failed sign-ins are slowed down over all replicas', async () => {
  const other = await open({ auditLog, state: rig.deps.state });
  const replicas = [rig.url, other.url].map((url) => new Browser(url));
  for (let count = 0; count < 10; count += 1) {
    const page = await (replicas[count % 2] ?? browser).post('/sign-in/link', { token: 'guessed' });
    expect(page.status).toBe(403);
  }
  await clock.advance(minuteMs);
  for (const replica of replicas) {
    const page = await replica.post('/sign-in/link', { token: 'guessed' });
    expect(page).toMatchObject({ status: 429, text: expect.stringContaining('Try again in 4 min') });
    expect(page.headers.get('retry-after')).toBe('240');
  }
  await clock.advance(4 * minuteMs);
  await signInWithLink(rig, browser);
  expect((await browser.get('/pricing')).status).toBe(200);
});

test('failed sign-ins of many strangers do not keep anyone from using a link', async () => {
  const throttle = new SignInThrottle(rig.deps);
  const strangers = Array.from({ length: 400 }, (_, number) => ({ ip: `2001:db8:0:${number.toString(16)}::1` }));
  for (const stranger of strangers) for (const what of ['link', 'token'] as const) await throttle.count(what, stranger);
  expect(await signInWithLink(rig, browser)).toMatchObject({ status: 303 });
});

test('failed sign-ins become one row a source and minute', async () => {
  for (let count = 0; count < 3; count += 1) await browser.post('/sign-in/link', { token: 'guessed' });
  const failed = new FailedSignIns(rig.deps);
  await failed.sweep();
  expect(rows()).toEqual([]);
  await clock.advance(minuteMs);
  auditLog.isFull = true;
  await expect(failed.sweep()).rejects.toThrow('full');
  auditLog.isFull = false;
  await Promise.all([failed.sweep(), failed.sweep()]);
  await failed.sweep();
  expect(auditLog.rows).toMatchObject([
    { action: 'sign_in.failed', outcome: 'refused', count: 3, source: { ip: '127.0.0.1' }, after: { why: 'link' } },
  ]);
});

test('sign-in routes refuse forms of other sites', async () => {
  for (const path of ['/sign-in/link', '/sign-out'])
    expect((await browser.post(path, {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
});

test('on plain http under another name the page says that the cookie would be dropped', async () => {
  const plain = await open({ publicUrl: 'http://ads.example:8081' });
  for (const path of ['/pricing', '/sign-in', '/sign-in/link?token=x'])
    expect((await new Browser(plain.url).get(path)).text).toContain('browsers drop the cookie');
});
