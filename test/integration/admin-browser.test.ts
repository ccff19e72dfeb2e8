import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { consoleOf, openBrowser, openWindow, pagePathsOf, violationsOf } from '../support/admin/admin-browser.ts';
import { admin, openAdmin, type AdminClient, type AdminRig } from '../support/admin/admin-rig.ts';
import { fillDashboard, openSample } from '../support/admin/sample-installation.ts';
import type { Installation } from '../support/installation/installation.ts';

const phoneWidth = 390;
/** Rules whose result depends on the theme and the width of the screen. */
const looksRules = ['color-contrast', 'target-size'];

let home: Installation;
let rig: AdminRig;
let browser: Browser;
let ada: AdminClient;
let paths: string[];

beforeAll(async () => {
  const sample = await openSample(13);
  home = sample.home;
  [rig, browser] = await Promise.all([openAdmin(home), openBrowser()]);
  ada = rig.as(admin);
  await fillDashboard(rig, ada);
  paths = await pagePathsOf(rig, ada, sample.known);
});
afterAll(async () => {
  await browser.close();
  await rig.close();
  home.close();
});

test('no page breaks WCAG 2.2 AA, writes an error to the console or is wider than a phone', async () => {
  const context = await openWindow(browser, rig, ada);
  const errors = consoleOf(context);
  const page = await context.newPage();
  const found: string[] = [];
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto(rig.url + path);
    const light = await violationsOf(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: phoneWidth, height: 900 });
    const dark = await violationsOf(page, looksRules);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    const wide = width > phoneWidth ? [`is ${String(width)} pixels wide`] : [];
    found.push(...[...light, ...dark, ...wide].map((fault) => `${path} ${fault}`));
  }
  await context.close();
  expect([...found, ...errors]).toEqual([]);
  expect(paths).toContain('/playground');
}, 120_000);

test.each([
  ['a wide screen shows the common fields of a filter', 1_440, true],
  ['a narrow screen folds a filter', 390, false],
])('%s', async (_, width, isShown) => {
  const context = await openWindow(browser, rig, ada, { width, hasScript: false });
  const page = await context.newPage();
  await page.goto(`${rig.url}/jobs`);
  expect(await page.getByLabel('Account', { exact: true }).isVisible()).toBe(isShown);
  expect(await page.getByLabel('Error code').isVisible()).toBe(false);
  await page.goto(`${rig.url}/jobs?code=brand_unreadable`);
  expect(await page.getByLabel('Error code').isVisible()).toBe(true);
  await context.close();
});

test('without script, each page shows its title, controls within its parts, and no words of the API', async () => {
  const context = await openWindow(browser, rig, ada, { hasScript: false, width: 1_100 });
  const page = await context.newPage();
  const found: string[] = [];
  for (const path of [...paths, '/jobs?text=none', '/jobs?stage=image']) {
    await page.goto(rig.url + path);
    expect([path, await page.locator('h1').count()]).toEqual([path, 1]);
    found.push(...(await outsiders(page)).map((text) => `${path} ${text}`));
    found.push(...(await apiWords(page)).map((word) => `${path} ${word}`));
  }
  await context.close();
  expect(found).toEqual([]);
}, 60_000);

test('the keyboard reaches the content first, and the focus is visible', async () => {
  const context = await openWindow(browser, rig, ada);
  const page = await context.newPage();
  await page.goto(`${rig.url}/playground`);
  await page.keyboard.press('Tab');
  await expect(focusedText(page)).resolves.toMatch(/^Skip/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.evaluate('document.activeElement.closest("main") !== null')).resolves.toBe(true);
  await expect(page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).resolves.toBe('solid');
  await context.close();
});

test('the navigation of a phone opens and closes without script', async () => {
  const context = await openWindow(browser, rig, ada, { width: 390, hasScript: false });
  const page = await context.newPage();
  await page.goto(`${rig.url}/pricing`);
  const link = page.getByRole('link', { name: 'Playground' });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await link.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await link.isVisible()).toBe(false);
  await context.close();
});

test('the theme changes without script, and stays', async () => {
  const context = await openWindow(browser, rig, ada, { hasScript: false });
  const page = await context.newPage();
  await page.goto(`${rig.url}/pricing?x=1`);
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(page.url()).toBe(`${rig.url}/pricing?x=1`);
  await page.goto(`${rig.url}/playground`);
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await context.close();
});

test('the first view of the largest page sends less than 60 KB, without its pictures', async () => {
  const context = await openWindow(browser, rig, ada);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    const isPicture = request.resourceType() === 'image';
    sizes.push(isPicture ? Promise.resolve(0) : request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(rig.url + (await largestPath()), { waitUntil: 'networkidle' });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  expect(total).toBeGreaterThan(20_000);
  expect(total).toBeLessThan(60_000);
});

/**
 * Returns the controls that reach over the right edge of the box around them, but for boxes that scroll. The person gets
 * a long name first, as a sign-in link gives.
 */
async function outsiders(page: Page): Promise<string[]> {
  await page.evaluate(
    `document.querySelectorAll('.who .strong').forEach((one) => (one.textContent = 'sign-in link 60a09d1d389b'))`,
  );
  return z.array(z.string()).parse(
    await page.evaluate(`[...document.querySelectorAll('body :is(a, button, input, select, textarea)')]
      .filter((one) => one.checkVisibility() && one.closest('.table, .copyline, .skip, dialog') === null)
      .filter((one) => {
        const box = one.closest('nav, details, .card, fieldset, dl, main');
        return box !== null && one.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
      })
      .map((one) => one.outerHTML.slice(0, 120))`),
  );
}

/** Returns the words of the API for states and types that a page shows outside of code, in place of its own words. */
async function apiWords(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(
    await page.evaluate(`[...document.querySelectorAll('main *')]
      .filter((one) => one.childElementCount === 0 && one.closest('code, pre') === null)
      .map((one) => one.textContent.trim())
      .filter((text) => /^(PENDING|PROCESSING|SUCCESS|FAILED|image_ad|video_ad|delivered|gave_up)$/.test(text))`),
  );
}

/** Returns the path of the page with the most bytes. All pages have the same stylesheets and scripts. */
async function largestPath(): Promise<string> {
  const sizes = paths.map(async (path) => ({ path, size: (await (await ada.get(path)).text()).length }));
  return (await Promise.all(sizes)).reduce((one, other) => (one.size >= other.size ? one : other)).path;
}

async function focusedText(page: Page): Promise<string> {
  return String(await page.evaluate('document.activeElement.textContent'));
}
