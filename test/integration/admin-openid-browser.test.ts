import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/admin/admin-browser.ts';
import type { ProviderFaults } from '../support/admin/person-provider.ts';
import { openProviderRig, proveAtProvider, signInAtProvider, type ProviderRig } from '../support/admin/provider-rig.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

type Faults = ProviderFaults & { patienceMs?: number };

let chrome: Browser;
let opened: ProviderRig;
let page: Page;
let clock: FakeClock;
/** Redirects of the dashboard. */
let redirects: string[];

beforeAll(async () => {
  // The provider warns that it is not set up for production.
  for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  chrome = await openBrowser();
});
afterAll(() => chrome.close());
afterEach(async () => {
  await page.context().close();
  await opened.close();
});

async function open(faults: Faults = {}): Promise<void> {
  clock = new FakeClock(new Date().toISOString());
  opened = await openProviderRig({ clock, ...faults });
  page = await windowOf();
}

/** Opens a window without script, so that nothing but the server can send the browser on. */
async function windowOf(): Promise<Page> {
  const context = await chrome.newContext({ javaScriptEnabled: false });
  redirects = [];
  context.on('response', (response) => {
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (isRedirect && response.url().startsWith(opened.rig.url)) redirects.push(response.url());
  });
  return context.newPage();
}

/** Opens the dashboard and follows the link to the provider. */
async function goToProvider(): Promise<void> {
  await page.goto(`${opened.rig.url}/pricing`);
  await page.click('a[href^="/sign-in/provider"]');
}

/** Signs in. Returns the address at which the browser came back from the provider. */
async function signIn(): Promise<string> {
  const back = page.waitForRequest((request) => request.url().includes('/sign-in/callback'));
  await goToProvider();
  await signInAtProvider(page, 'ada');
  expect(await page.locator('h1').innerText()).toBe('Pricing');
  redirects = [];
  return (await back).url();
}

interface Fault {
  faults?: Faults;
  /** Leads the browser to the fault. */
  meet: () => Promise<unknown>;
  /** Parts of the page: what has happened, and what to do. */
  shown: string[];
}

const away = ['does not respond', 'Try again in a minute.'];

test.each<[string, Fault]>([
  [
    'a provider that is away',
    {
      meet: async () => {
        await opened.provider.close();
        await goToProvider();
      },
      shown: away,
    },
  ],
  [
    'a provider that goes away before the browser is back',
    {
      meet: async () => {
        opened.provider.hasNoTokens = true;
        await goToProvider();
        await signInAtProvider(page, 'ada');
      },
      shown: away,
    },
  ],
  [
    'a provider that never responds',
    {
      faults: { patienceMs: 300 },
      meet: () => {
        opened.provider.isSilent = true;
        return goToProvider();
      },
      shown: away,
    },
  ],
  [
    'a provider of another issuer',
    {
      faults: { issuer: 'https://other.example' },
      meet: goToProvider,
      shown: ['is not the one in the settings', 'must correct ADWRIGHT_ADMIN_OIDC_ISSUER'],
    },
  ],
  [
    'a provider whose clock is two hours behind',
    {
      faults: { isClockBehind: true },
      meet: async () => {
        await goToProvider();
        await signInAtProvider(page, 'ada');
      },
      shown: ['differ by more than a minute', 'must correct the clock'],
    },
  ],
  [
    'an attempt that took longer than ten minutes',
    {
      meet: async () => {
        await goToProvider();
        await clock.advance(10 * 60_000);
        await signInAtProvider(page, 'ada');
      },
      shown: ['took longer than ten minutes', 'Begin again'],
    },
  ],
  [
    'a response that is sent twice',
    {
      meet: async () => page.goto(await signIn()),
      shown: ['has already ended', 'Begin again'],
    },
  ],
  [
    'a code that was used in another browser',
    {
      meet: async () => {
        const used = new URL(await signIn());
        await page.context().close();
        page = await windowOf();
        const { url } = opened.rig;
        const sent = await page.context().request.get(`${url}/sign-in/provider`, { maxRedirects: 0 });
        const state = new URL(sent.headers()['location'] ?? '').searchParams.get('state') ?? '';
        used.searchParams.set('state', state);
        await page.goto(used.href);
      },
      shown: ['was used before or has expired', 'Begin again'],
    },
  ],
  [
    'a group that was removed since the last sign-in',
    {
      meet: async () => {
        await signIn();
        opened.provider.groups.set('ada', ['sales']);
        await page.goto(`${opened.rig.url}/sign-in/provider?again=1`);
        await proveAtProvider(page, 'ada');
      },
      shown: ['Your account has no role here', 'sales', 'Ask for a role, then sign in again.'],
    },
  ],
])('%s gets a page that says what to do, and no loop begins', async (_, { faults, meet, shown }) => {
  await open(faults);
  await meet();
  const text = await page.locator('main').innerText();
  for (const part of shown) expect(text).toContain(part);
  expect(redirects.length).toBeLessThanOrEqual(1);
});

test('a session whose group was removed has ended', async () => {
  await open();
  await signIn();
  opened.provider.groups.set('ada', ['sales']);
  await page.goto(`${opened.rig.url}/sign-in/provider?again=1`);
  await proveAtProvider(page, 'ada');
  await page.goto(`${opened.rig.url}/pricing`);
  expect(await page.locator('main').innerText()).toContain('has no role in this dashboard any more');
});
