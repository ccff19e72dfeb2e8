import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import type { PageReading } from '../../src/stages/onboarding/page-reader.ts';
import { watchedBrowser } from '../support/brands/browser.ts';
import { hostileFiles, hostilePages, leakingPage } from '../support/brands/hostile-scripts.ts';
import { startPageWorld, type PageWorld } from '../support/brands/page-world.ts';

/** Number of pages that are read at once. Many of them keep their browser until its time is over. */
const atOnce = 3;
const farPage = '<h1>Coats</h1><a href="/all" style="padding-left: 99999999px">Shop the coats</a>';

const names = Object.keys(hostilePages);
/** How the reading of each page ended. */
const endings = new Map<string, Promise<string>>();

let world: PageWorld;
let browser: Awaited<ReturnType<typeof watchedBrowser>>;
beforeAll(async () => {
  const pages = Object.entries(hostilePages).map(([name, html]): [string, string] => [`/${encodeURI(name)}`, html]);
  [world, browser] = await Promise.all([
    startPageWorld({ ...hostileFiles, ...Object.fromEntries(pages), '/leaking': leakingPage, '/far': farPage }),
    watchedBrowser(),
  ]);
  const limit = pLimit(atOnce);
  for (const name of names) {
    const reading = limit(() => read(`/${encodeURI(name)}`, 3_000));
    endings.set(
      name,
      reading.then(({ kind }) => kind, String),
    );
  }
});
afterAll(() => world.close());

const read = async (path: string, timeoutMs = 8_000): Promise<PageReading> =>
  new BrowserReader({ open: browser.open, timeoutMs }).read(await world.open(path), world.deps);

test.each(names.map((name) => [name]))('the browser ends after a page %s', async (name) => {
  expect(['read', 'failed']).toContain(await endings.get(name));
  expect(browser.seen.left).toEqual([]);
});

test('a length beyond all limits does not make a page unreadable', async () => {
  expect((await read('/far')).kind).toBe('read');
});

test('no request leaves the browser, and the guard makes no request that does not paint', async () => {
  world.asked.length = 0;
  await read('/leaking');
  expect(world.asked.filter((asked) => asked.includes('leak') && asked !== 'GET /leaking')).toEqual([]);
  // All browsers of this file had only a loopback device, over which nothing was sent or received.
  const counters = new Set(browser.seen.devices.map((device) => device.join(' ')));
  expect([...counters]).toEqual(['lo 0 0 0 0']);
});
