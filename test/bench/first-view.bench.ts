/**
 * Measures how much each page of the dashboard sends at the first view, to a browser that has nothing in its cache: the
 * compressed page, and with it the stylesheets, scripts and fonts. Pictures are not counted. Lists are full.
 */
import { openBrowser, openWindow, pagePathsOf } from '../support/admin/admin-browser.ts';
import { admin, openAdmin } from '../support/admin/admin-rig.ts';
import { fillDashboard, openSample } from '../support/admin/sample-installation.ts';

const goalKb = 60;
const kb = (bytes: number): string => (bytes / 1_000).toFixed(1);

const { home, known } = await openSample(60);
const [rig, browser] = await Promise.all([openAdmin(home), openBrowser()]);
const ada = rig.as(admin);
await fillDashboard(rig, ada);
const rows: [path: string, page: number, all: number][] = [];
for (const path of await pagePathsOf(rig, ada, known)) {
  const context = await openWindow(browser, rig, ada);
  const page = await context.newPage();
  const sizes: Promise<{ type: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    const type = request.resourceType();
    sizes.push(request.sizes().then(({ responseBodySize: bytes }) => ({ type, bytes })));
  });
  await page.goto(rig.url + path, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  const sent = (await Promise.all(sizes)).filter(({ type }) => type !== 'image');
  const sum = (some: typeof sent): number => some.reduce((bytes, one) => bytes + one.bytes, 0);
  rows.push([path, sum(sent.filter(({ type }) => type === 'document')), sum(sent)]);
  await context.close();
}
await browser.close();
await rig.close();
home.close();
const sorted = rows.toSorted(([, , one], [, , other]) => other - one);
const verdict = (bytes: number): string => `${goalKb} ${bytes < goalKb * 1_000 ? 'met' : 'MISSED'}`;
console.table(
  Object.fromEntries(
    sorted.map(([path, page, all]) => [path, { 'page, KB': kb(page), 'all, KB': kb(all), goal: verdict(all) }]),
  ),
);
