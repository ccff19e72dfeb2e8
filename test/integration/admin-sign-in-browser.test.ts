import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createSignInLink } from '../../src/admin/sign-in/sign-in-link.ts';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { openBrowser, violationsOf } from '../support/admin/admin-browser.ts';
import { admin, type AdminRig } from '../support/admin/admin-rig.ts';
import type { PersonProvider } from '../support/admin/person-provider.ts';
import { openProviderRig, proveAtProvider, signInAtProvider, type ProviderRig } from '../support/admin/provider-rig.ts';

const sessionCookie = '__Host-adwright-session';

let chrome: Browser;
let opened: ProviderRig;
let provider: PersonProvider;
let rig: AdminRig;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  // The provider warns that it is not set up for production.
  for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  chrome = await openBrowser();
});
afterAll(() => chrome.close());

beforeEach(async () => {
  opened = await openProviderRig();
  ({ rig, provider } = opened);
});
afterEach(async () => {
  await context.close();
  await opened.close();
});

async function open(javaScriptEnabled: boolean): Promise<void> {
  context = await chrome.newContext({ javaScriptEnabled });
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => {
    const isOurs = message.location().url.startsWith(rig.url);
    if (message.type() === 'error' && isOurs) complaints.push(message.text());
  });
}

const heading = (): Promise<string> => page.locator('h1').innerText();
const sessionToken = async (): Promise<string | undefined> =>
  (await context.cookies(rig.url)).find(({ name }) => name === sessionCookie)?.value;

test.each([
  ['with script', true],
  ['without script', false],
])('a person signs in with the identity provider, proves it once more and signs out, %s', async (_, hasScript) => {
  await open(hasScript);
  await page.goto(`${rig.url}/sessions`);
  expect(await heading()).toBe('Sign in');
  await page.click('a[href^="/sign-in/provider"]');
  await signInAtProvider(page, 'ada');
  expect(page.url()).toBe(`${rig.url}/sessions`);
  expect(await page.locator('main').innerText()).toContain('ada Lovelace');
  const [first] = await context.cookies(rig.url);
  expect(first).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
  const before = await sessionToken();

  await page.goto(`${rig.url}/sign-in/provider?again=1&return=/pricing`);
  await proveAtProvider(page, 'ada');
  await page.waitForURL(`${rig.url}/pricing`);
  expect(await sessionToken()).not.toBe(before);

  await page.goto(`${rig.url}/sign-out`);
  await page.click('main button[type=submit]');
  expect(await page.locator('main').innerText()).toContain('You are signed out.');
  await page.click(`a[href^="${provider.issuer}"]`);
  await page.click('button[name=logout]');
  expect(page.url()).toBe(`${rig.url}/sign-out`);
  await page.goto(`${rig.url}/pricing`);
  expect(await heading()).toBe('Sign in');
  expect(complaints.filter((text) => !text.includes('status of 401'))).toEqual([]);
});

test('a person without a role sees which groups they have, and no loop begins', async () => {
  provider.groups.set('ada', ['sales']);
  await open(false);
  await page.goto(`${rig.url}/sign-in`);
  await page.click('a[href^="/sign-in/provider"]');
  await signInAtProvider(page, 'ada');
  expect(await heading()).toBe('Your account has no role here');
  expect(await page.locator('main').innerText()).toContain('sales');
  expect(page.url()).toContain('/sign-in/callback');
});

test('the pages of the sign-in break no rule of WCAG 2.2 AA', async () => {
  await open(true);
  const link = (await createSignInLink(rig.deps, { actor: admin })).slice(rig.url.length);
  const found: string[] = [];
  for (const path of ['/pricing', link, '/sign-out']) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(rig.url + path);
    const light = await violationsOf(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...[...light, ...(await violationsOf(page, ['color-contrast']))].map((fault) => `${path} ${fault}`));
  }
  expect(found).toEqual([]);
});

test('the button of a sign-in link signs in without script', async () => {
  await open(false);
  await page.goto(await createSignInLink(rig.deps, { actor: admin, name: 'Grace' }));
  await page.click('main button[type=submit]');
  await page.goto(`${rig.url}/sessions`);
  expect(await page.locator('main').innerText()).toContain('Grace');
});

test('a form of another site cannot use a sign-in link', async () => {
  await open(true);
  const address = new URL(await createSignInLink(rig.deps, { actor: admin }));
  await page.goto(`${provider.issuer}/.well-known/openid-configuration`);
  const token = address.searchParams.get('token') ?? '';
  const input = `<input name="token" value="${token}"><button>Look at kittens</button>`;
  await page.setContent(`<form method="post" action="${rig.url}/sign-in/link">${input}</form>`);
  await page.click('button');
  await page.waitForURL(`${rig.url}/sign-in/link`);
  expect(await heading()).toBe('Request refused');
  expect(await sessionToken()).toBeUndefined();
});

test('the text of a form survives that an admin ends the session while the form is open', async () => {
  await open(true);
  await page.goto(`${rig.url}/accounts/new`);
  await page.click('a[href^="/sign-in/provider"]');
  await signInAtProvider(page, 'ada');
  await page.fill('[name=name]', 'spring');
  await page.fill('[name=displayName]', 'Spring & "<b>Summer</b>"');

  const other = await (await chrome.newContext()).newPage();
  await other.goto(await createSignInLink(rig.deps, { actor: admin, name: 'Grace' }));
  await other.click('main button[type=submit]');
  await other.goto(`${rig.url}/sessions`);
  await other.click('tr:has-text("ada Lovelace") button');
  await other.context().close();

  await page.click('main button[type=submit]');
  expect(await heading()).toBe('Your session has ended');
  const told = await page.locator('main').innerText();
  for (const part of ['An admin has ended it.', 'is kept for ten minutes']) expect(told).toContain(part);
  await page.click('a[href^="/sign-in/provider"]');
  await page.waitForURL(`${rig.url}/accounts/new?draft=1`);
  expect(await page.inputValue('[name=displayName]')).toBe('Spring & "<b>Summer</b>"');
  await page.click('main button[type=submit]');
  await page.waitForURL(/\/accounts\/default\/spring/);
  const account = await opened.home.store.get(adAccountKind, { namespace: 'default', name: 'spring' });
  expect(account?.spec.displayName).toBe('Spring & "<b>Summer</b>"');
});
