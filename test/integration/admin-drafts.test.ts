import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { draftOf, type Draft } from '../../src/admin/sign-in/drafts.ts';
import { stepUpPage } from '../../src/admin/sign-in/step-up.ts';
import type { Viewer } from '../../src/admin/viewer.ts';
import { adAccountKind } from '../../src/domain/kinds.ts';
import type { HttpRequest } from '../../src/http/route.ts';
import { admin, type AdminRig } from '../support/admin/admin-rig.ts';
import { Browser, openWithSessions, signInWithLink, type Page } from '../support/admin/sign-in-rig.ts';
import { Installation } from '../support/installation/installation.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

const minuteMs = 60_000;
const draftCookie = '__Host-adwright-draft';
const fields = { form_id: 'form-1', name: 'Spring <sale>', note: 'Grüße\n2' };

let clock: FakeClock;
let home: Installation;
let rig: AdminRig;
let browser: Browser;

beforeEach(async () => {
  clock = new FakeClock();
  home = new Installation({ clock });
  rig = await openWithSessions(home);
  browser = new Browser(rig.url);
});
afterEach(async () => {
  await rig.close();
  home.close();
});

function requestOf(
  url: string,
  by: Browser,
  name: string,
  more: Partial<HttpRequest<Viewer>> = {},
): HttpRequest<Viewer> {
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const caller: Viewer = {
    ...{ actor: admin, person: { kind: 'link', subject: 'sign-in link 1', name }, source: {} },
    session: { id: 'session', authenticatedMs: 0 },
  };
  return {
    ...{ method: 'GET', url, params: {}, query: new URLSearchParams(url.split('?')[1]), body: undefined, caller },
    ...{ headers: { cookie }, remoteAddress: undefined, requestId: 'r', gone: () => new AbortController().signal },
    callerNow: () => Promise.resolve(undefined),
    ...more,
  };
}

function draft(url: string, by = browser, name = 'Ada'): Promise<Draft | undefined> {
  return draftOf(requestOf(url, by, name), rig.deps);
}

/** Sends a form in a session that has ended meanwhile. */
async function sendTooLate(form: Record<string, string> = fields, headers: Record<string, string> = {}): Promise<Page> {
  await signInWithLink(rig, browser);
  await clock.advance(31 * minuteMs);
  return browser.post('/sessions/x/end', form, { Referer: `${rig.url}/sessions?x=1`, ...headers });
}

test('the text of a form survives a sign-in', async () => {
  const page = await sendTooLate();
  expect(page).toMatchObject({ status: 401, text: expect.stringContaining('is kept for ten minutes') });
  expect(await signInWithLink(rig, browser)).toMatchObject({ status: 303, location: '/sessions?x=1&draft=1' });
  const kept = await draft('/sessions?x=1&draft=1');
  expect(kept?.action).toBe('/sessions/x/end');
  expect(Object.fromEntries(kept?.fields ?? [])).toEqual({ name: fields.name, note: fields.note });
});

test.each<[string, () => Promise<Draft | undefined>]>([
  ['another person', () => draft('/sessions?draft=1', browser, 'Grace')],
  ['another page', () => draft('/pricing?draft=1')],
  ['another browser', () => draft('/sessions?draft=1', new Browser(rig.url))],
  ['the page when it is opened anew', () => draft('/sessions')],
  [
    'the same person after ten minutes',
    async () => {
      await clock.advance(10 * minuteMs);
      return draft('/sessions?draft=1');
    },
  ],
])('the text of a form is not shown to %s', async (_, read) => {
  await sendTooLate();
  expect(await draft('/sessions?draft=1')).toBeDefined();
  expect(await read()).toBeUndefined();
});

test('another person who signs in does not land on the page of the form', async () => {
  await sendTooLate();
  expect(await signInWithLink(rig, browser, admin, 'Grace')).toMatchObject({ location: '/' });
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['that is larger than 64 KiB', { note: 'x'.repeat(70_000) }, {}],
  ['without a page', fields, { Referer: '' }],
  ['of a page of another site', fields, { Referer: 'https://evil.example/sessions' }],
])('a form %s is not kept, and the page says so', async (_, form, headers) => {
  const page = await sendTooLate(form, headers);
  expect(page.status).toBe(401);
  expect(page.text).toContain('Nothing was changed.');
  expect(browser.cookies.has(draftCookie)).toBe(false);
});

test('a session that has ended stores no more than 20 forms', async () => {
  await sendTooLate();
  const pages: Page[] = [];
  for (let count = 1; count <= 20; count += 1)
    pages.push(await browser.post('/sessions/x/end', fields, { Referer: `${rig.url}/sessions` }));
  expect(pages.map(({ text }) => text.includes('is kept'))).toEqual(pages.map((_, index) => index < 19));
});

test('a stranger cannot store the text of a form', async () => {
  browser.cookies.set('__Host-adwright-session', 'A'.repeat(43));
  const page = await browser.post('/sessions/x/end', fields, { Referer: `${rig.url}/sessions` });
  expect(page.status).toBe(401);
  expect(await rig.deps.state.list('')).toEqual([]);
});

test('an action that needs a recent sign-in keeps the text of its form too', async () => {
  const headers = { referer: `${rig.url}/keys/new` };
  const request = requestOf('/keys', browser, 'Ada', { method: 'POST', headers, body: new URLSearchParams(fields) });
  const page = await stepUpPage(request, rig.deps);
  if (page.kind !== 'bytes') throw new Error('the page is no page');
  expect(page.status).toBe(403);
  expect(page.bytes.toString()).toContain('so a new link is needed');
  browser.cookies.set(draftCookie, /=([^;]*)/.exec(page.headers['Set-Cookie'] ?? '')?.[1] ?? '');
  expect(await signInWithLink(rig, browser)).toMatchObject({ location: '/keys/new?draft=1' });
  expect((await draft('/keys/new?draft=1'))?.fields.get('name')).toBe(fields.name);
});

test.each<[string, number, number]>([
  ['whose session has ended', 31, 401],
  ['whose sign-in is no longer recent', 15, 403],
])('a person %s signs in again, finds the form filled in and sends it', async (_, minutes, status) => {
  await signInWithLink(rig, browser);
  const form = await browser.get('/accounts/new');
  await clock.advance(minutes * minuteMs);
  const typed = { name: 'spring', displayName: 'Spring & "<b>Summer</b>"', weight: '7' };
  const refused = await browser.submit(form, '/accounts', typed, { Referer: `${rig.url}/accounts/new` });
  expect(refused.status).toBe(status);

  const { location } = await signInWithLink(rig, browser);
  const filled = await browser.get(location ?? '', { 'Accept-Encoding': 'gzip' });
  expect(filled.text).toContain('This form contains what you entered');
  expect(filled.text).toContain('value="Spring &amp; &quot;<b>Summer</b>&quot;"');
  expect(filled.text).toMatch(/name="weight"[^>]*value="7"/);
  const sent = await browser.submit(filled, '/accounts', typed);
  expect(sent.status).toBe(303);
  expect((await home.store.get(adAccountKind, { namespace: 'default', name: 'spring' }))?.spec).toMatchObject({
    weight: 7,
  });
});
