import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { adJobKind } from '../../src/domain/kinds.ts';
import { openBrowser, openWindow } from '../support/admin/admin-browser.ts';
import { admin, openAdmin, type AdminRig } from '../support/admin/admin-rig.ts';
import { until } from '../support/process/until.ts';
import { Installation } from '../support/installation/installation.ts';
import { createApiKey, createBoundJob, createFundedAccount, namespace } from '../support/installation/objects.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';

let home: Installation;
let rig: AdminRig;
let browser: Browser;
let context: BrowserContext;
let isPriceAsked = false;

beforeAll(async () => {
  home = new Installation();
  await home.ledger.audit.begin('live');
  [rig, browser] = await Promise.all([openAdmin(home), openBrowser()]);
  context = await openWindow(browser, rig, rig.as(admin));
});
afterAll(async () => {
  await browser.close();
  await rig.close();
  home.close();
});

test('open pages follow changes over one connection, and keep what the person has opened', async () => {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/live?')) streams.push(request.url());
  });
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(rig.url);
  await first.locator('.live[data-state="on"]').waitFor();
  await second.goto(rig.url);
  await second.locator('.live[data-state="on"]').waitFor();
  await second.locator('.steps a').last().focus();
  await createFundedAccount(home, { namespace, name: 'acme' }, 100);
  await second.locator('.steps li.done').waitFor();
  expect(streams).toHaveLength(1);
  expect(await second.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
});

test('a link with the focus does not turn into another action when the job ends', async () => {
  const { metadata } = await createBoundJob(home, imageSpec());
  const page = await context.newPage();
  await page.goto(`${rig.url}/jobs/${metadata.name}`);
  await page.locator('.live[data-state="on"]').waitFor();
  await page.getByRole('link', { name: 'Cancel the job' }).focus();
  await home.store.patchStatus(adJobKind, metadata, { status: { phase: 'SUCCESS' } });
  await page.getByRole('link', { name: 'Erase the job' }).waitFor();
  expect(await page.getByText('Cancel the job').count()).toBe(0);
  expect(await page.evaluate('document.activeElement.textContent')).not.toBe('Erase the job');
});

test('a page in which a form is being filled in does not change', async () => {
  await createApiKey(home);
  const page = await context.newPage();
  await page.goto(`${rig.url}/accounts`);
  await page.locator('.live[data-state="on"]').waitFor();
  await page.locator('main input').first().fill('acm');
  await createFundedAccount(home, { namespace, name: 'acme-two' }, 100);
  await page.locator('.live[data-state="paused"]').waitFor();
  expect(await page.getByText('acme-two').count()).toBe(0);
  await page.locator('main input').first().fill('');
  await page.getByText('acme-two').first().waitFor();
});

test('a page waits for a random part of the time that many pages share, and fetches itself once in it', async () => {
  const window = await openWindow(browser, rig, rig.as(admin));
  const page = await window.newPage();
  await page.clock.install();
  await page.addInitScript('Math.random = () => 0.5');
  const [streams, fetches]: string[][] = [[], []];
  page.on('request', (request) => {
    if (request.headers()['adwright-passive'] !== undefined) fetches?.push(request.url());
  });
  const data = JSON.stringify({ at: 1, topics: ['accounts'], spreadMs: 60_000 });
  const body = `data: ${data}\n\n`.repeat(3);
  await page.route('**/live?*', async (route) => {
    streams?.push(route.request().url());
    await route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.goto(`${rig.url}/accounts`);
  await page.clock.runFor(1_000);
  await until(() => (streams?.length ?? 0) > 0);
  await page.clock.runFor(20_000);
  expect(fetches).toHaveLength(0);
  const fetched = page.waitForResponse(`${rig.url}/accounts`);
  await page.clock.runFor(30_000);
  await fetched;
  expect(fetches).toHaveLength(1);
  await window.close();
});

test('the price of the playground follows the form', async () => {
  const page = await context.newPage();
  page.on('request', (request) => (isPriceAsked ||= request.url().includes('show=price')));
  await page.goto(`${rig.url}/playground`);
  await page.getByLabel('Brand URL').fill('https://brand.example/');
  await page.getByLabel('Aspect ratios').fill('1:1, 9:16');
  await page.getByRole('button', { name: 'Make the ad · 10 credits' }).waitFor();
  expect(isPriceAsked).toBe(true);
});

test('keys open sections and the list of shortcuts, and a checkbox turns them off', async () => {
  const page = await context.newPage();
  await page.goto(`${rig.url}/pricing`);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.waitForURL('**/playground');
  await page.keyboard.press('?');
  await page.getByLabel('Use single keys as shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  expect(await page.locator('dialog[open]').count()).toBe(0);
});

test('the theme changes without loading the page again', async () => {
  const page = await context.newPage();
  await page.goto(`${rig.url}/pricing`);
  await page.evaluate('window.isSame = true');
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await page.evaluate('window.isSame')).toBe(true);
  await page.reload();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});
