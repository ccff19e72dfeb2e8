import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { type Facts, openCollection } from '../../scripts/gallery/collection.ts';
import { drawRequest } from '../../scripts/gallery/draw-request.ts';
import { featureNames } from '../../src/studio/candidates/score.ts';
import { shownOf } from '../../scripts/gallery/matrix.ts';
import { randomRequests } from '../../scripts/gallery/random-requests.ts';
import { givenRequests } from '../../scripts/gallery/requests.ts';
import { serveFolder } from '../../scripts/gallery/serve.ts';
import { ImageAd } from '../../src/ads/image/request.ts';
import { openBrowser } from '../support/admin/admin-browser.ts';
import { madePackshot } from '../support/studio/made-pictures.ts';

/** Number of pictures: many more than fit on a screen. */
const count = 80;
const folder = mkdtempSync(join(tmpdir(), 'gallery-'));
let browser: Browser;
let served: Awaited<ReturnType<typeof serveFolder>>;

const check = { check: 'text_size', value: 2, limit: 2.4, passed: false };

function factsOf(at: number): Facts {
  const own = { group: 'own', ratio: '1:1', language: 'en', direction: null, checks: [], notes: [] } as const;
  if (at === 1) return { ...own, brief: 'tea', layout: 'card', language: 'ar', direction: 'Dark', checks: [check] };
  return {
    ...own,
    brief: `mug-${at}`,
    layout: 'split',
    score: { total: 0.5, parts: [{ name: 'balance', value: 0.25 }] },
  };
}

beforeAll(async () => {
  const gallery = openCollection(join(folder, 'page'), ['card', 'split', 'arch']);
  const square = { width: 700, height: 700, channels: 3, background: '#2f6b53' } as const;
  const picture = await sharp({ create: square }).png().toBuffer();
  for (let at = 0; at < count; at += 1) await gallery.add(picture, factsOf(at));
  gallery.write();
  [browser, served] = await Promise.all([openBrowser(), serveFolder(join(folder, 'page'), 0)]);
});

afterAll(async () => {
  await browser.close();
  served.server.close();
  rmSync(folder, { recursive: true });
});

/** Opens the page of the gallery, and records the paths of the files that it loads. */
async function openPage(url = served.url): Promise<{ page: Page; loaded: string[]; errors: string[] }> {
  const page = await browser.newPage();
  const loaded: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  return { page, loaded, errors };
}

const countOf = (page: Page) => page.locator('#count').textContent();

test('the page filters pictures, and its URL keeps the filters', async () => {
  const { page, errors } = await openPage();
  expect(await countOf(page)).toBe('80 of 80 pictures');
  expect(await page.locator('#unused').textContent()).toBe('Layouts without a picture: arch');
  await page.selectOption('select[name=script]', 'Arabic');
  await page.selectOption('select[name=verdict]', 'failed');
  expect(await countOf(page)).toBe('1 of 80 pictures');
  const again = await openPage(page.url());
  expect(await again.page.locator('.card').allTextContents()).toEqual(['tea 1:1 card']);
  expect([...errors, ...again.errors]).toEqual([]);
});

test('the page loads thumbnails only when they come near the screen', async () => {
  const { page, loaded } = await openPage();
  await page.waitForLoadState('networkidle');
  const thumbs = () => loaded.filter((path) => path.startsWith('/thumbs/')).length;
  expect(thumbs()).toBeGreaterThan(0);
  expect(thumbs()).toBeLessThan(count);
  await page.locator('.card').last().scrollIntoViewIfNeeded();
  await page.waitForResponse(/mug-79/);
});

test('a click opens the full picture with its checks and scores', async () => {
  const { page } = await openPage();
  const facts = page.locator('#facts');
  await page.locator('.card', { hasText: 'tea' }).click();
  await facts.getByText('tea, 1:1').waitFor();
  expect(await page.locator('#full img').getAttribute('src')).toBe('own-tea-1x1.png');
  expect(await facts.locator('.failed').textContent()).toContain('text_size');
  await page.getByRole('button', { name: 'Next' }).click();
  await facts.getByText('mug-2, 1:1').waitFor();
  expect(await facts.textContent()).toContain('balance0.25');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('#report').waitFor({ state: 'hidden' });
});

test('the page shows pictures at 120 pixels and in grey, also from a file', async () => {
  const { page } = await openPage(`file://${join(folder, 'page', 'index.html')}`);
  await page.check('input[name=small]');
  await page.check('input[name=grey]');
  const image = page.locator('.card img').first();
  expect((await image.boundingBox())?.width).toBe(120);
  expect(await page.evaluate("getComputedStyle(document.querySelector('.card img')).filter")).toBe('grayscale(1)');
});

test.each(['../private.txt', '..%2fprivate.txt', 'none.png'])('the server does not serve %s', async (path) => {
  writeFileSync(join(folder, 'private.txt'), 'private');
  expect((await fetch(served.url + path)).status).toBe(404);
});

test('random requests are valid and different', () => {
  const pool = [
    { url: 'https://pictures.example/logo.png', label: 'logo' },
    { url: 'https://pictures.example/mug.jpg', label: 'product' },
  ] as const;
  const bodies = fc.sample(randomRequests(pool), { seed: 1, numRuns: 200 }).map(({ body }) => body);
  expect(bodies.filter((body) => !ImageAd.safeParse(body).success)).toEqual([]);
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBeGreaterThan(190);
});

test('a request in a folder is drawn with the picture next to it, and the gallery gets its scores', async () => {
  const request = join(folder, 'requests', 'bottle');
  mkdirSync(request, { recursive: true });
  writeFileSync(join(request, 'bottle.png'), await madePackshot(500, 700));
  const body = {
    brand_data: { brand_name: 'Marl', brand_url: 'https://marl.example/' },
    product_metadata: { product_images: [{ image_url: 'file:bottle.png', description: 'Bottle' }] },
  };
  writeFileSync(join(request, 'request.json'), JSON.stringify(body));
  const [given, ...others] = givenRequests(join(folder, 'requests'), ['bott']);
  if (given === undefined) throw new Error('The request was not found.');
  expect([given.name, others]).toEqual(['bottle', []]);
  const { pictures, failed } = await drawRequest(given, { ratios: '1:1,9:16', scale: 0.5 });
  expect(failed).toEqual([]);
  const parts = pictures.map((picture) => shownOf(picture).score?.parts.map(({ name }) => name));
  expect(parts).toEqual([featureNames, featureNames]);
  expect(pictures.map(({ aspectRatio, width, shown }) => [aspectRatio, width, shown?.alt])).toEqual([
    ['1:1', 512, 'Bottle'],
    ['9:16', 384, 'Bottle'],
  ]);
});
