import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { GivenPage } from '../../ads/ad-request.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { storedEgress } from '../../../test/support/network/stored-egress.ts';
import type { Evidence, Features } from './evidence.ts';
import { extractBrand } from './extract-brand.ts';
import { fetchPages } from './fetch.ts';
import type { PageReader, PageReading } from './page-reader.ts';
import { joined } from './findings.ts';

const given: GivenPage = { role: 'brand', field: 'brand_data.brand_url', url: 'https://orchard.test/' };
const empty = '<title>Orchard</title><div id="root"></div><script src="/app.js"></script>';
const late = 'the page took longer than 8 s';

async function read(html: string, reading?: PageReading): ReturnType<typeof extractBrand> {
  const egress = storedEgress({ [given.url]: Buffer.from(html) });
  const deps = { egress, logger: pino({ level: 'silent' }), signal: new AbortController().signal };
  const browser: PageReader | undefined = reading && { read: () => Promise.resolve(reading) };
  return extractBrand(await fetchPages([given], deps), { ...deps, browser });
}

test.each<[why: string, reading: PageReading | undefined, reason: string]>([
  ['without a browser', undefined, 'the page has no text or pictures unless scripts run'],
  [
    'that the browser could not read',
    { kind: 'failed', why: late },
    `the page has no text or pictures unless scripts run, and the browser could not read it: ${late}`,
  ],
  [
    'that is empty in the browser too',
    { kind: 'read', findings: joined([]) },
    'the page has no text or pictures unless scripts run',
  ],
])('an empty page %s is unread, with all reasons', async (_, reading, why) => {
  expect(await read(empty, reading)).toEqual({
    extract: undefined,
    unread: [{ page: given, reason: 'NoContent', why }],
  });
});

const painted = (value: string, features: Features = {}): Evidence<string> => ({
  value,
  source: 'painted',
  features: { painted: 1, 'painted.size': 0.4, ...features },
});

const asMain = { 'painted.size': 1, 'painted.main': 1, 'painted.h1': 1, 'painted.first-screen': 1 };

test('a headline has the spaces of the painted page', async () => {
  const findings = joined([{ headlines: [painted('Cider from old trees', asMain)] }]);
  const { extract } = await read('<h1>Cider<em>from old trees</em></h1>', { kind: 'read', findings });
  expect(extract?.headlines.map(({ text }) => text)).toEqual(['Cider from old trees']);
});

test.each([
  ['2026-11-20T12:00:00Z', '19.00'],
  ['2026-11-21T12:00:00Z', '25.00'],
])('at %s, the price of a sale until 20 November is %s', async (now, price) => {
  const shop: GivenPage = { role: 'product', field: 'product_metadata.product_url', url: 'https://orchard.test/cider' };
  const offers = {
    ...{ price: '25.00', priceCurrency: 'GBP' },
    priceSpecification: { priceType: 'https://schema.org/SalePrice', price: '19.00', validThrough: '2026-11-20' },
  };
  const data = JSON.stringify({ '@type': 'Product', name: 'Perry', offers });
  const html = `<script type="application/ld+json">${data}</script><h1>Perry</h1>`;
  const egress = storedEgress({ [shop.url]: Buffer.from(html) });
  const deps = { egress, logger: pino({ level: 'silent' }), signal: new AbortController().signal };
  const clock = new FakeClock(now);
  const { extract } = await extractBrand(await fetchPages([shop], deps), { ...deps, clock });
  expect(extract?.product?.price).toBe(price);
});

test('an ad for a product has no headline of the home page', async () => {
  const shop: GivenPage = { role: 'product', field: 'product_metadata.product_url', url: 'https://orchard.test/cider' };
  const egress = storedEgress({
    [given.url]: Buffer.from('<h1>Cider from old trees</h1>'),
    [shop.url]: Buffer.from('<title>Perry of pears</title><h1>Perry of pears</h1>'),
  });
  const deps = { egress, logger: pino({ level: 'silent' }), signal: new AbortController().signal };
  const headlines = [painted('Cider from old trees', asMain)];
  const browser: PageReader = {
    read: ({ role }) => Promise.resolve({ kind: 'read', findings: joined(role === 'brand' ? [{ headlines }] : []) }),
  };
  const { extract } = await extractBrand(await fetchPages([given, shop], deps), { ...deps, browser });
  expect(extract?.headlines.map(({ text }) => text)).toEqual(['Perry of pears']);
});

test('a painted title of a section is less probably the headline than the main heading', async () => {
  const findings = joined([{ headlines: [painted('Orchard tours'), painted('Cider from old trees', asMain)] }]);
  const { extract } = await read('<p>Cider</p>', { kind: 'read', findings });
  const [main, title] = extract?.headlines ?? [];
  expect([main?.text, title?.text]).toEqual(['Cider from old trees', 'Orchard tours']);
  expect(main?.confidence).toBeGreaterThan((title?.confidence ?? 1) * 2);
});

test('a page with content that the browser could not read is read, with a note', async () => {
  const { extract, unread } = await read('<h1>Cider from old trees</h1>', { kind: 'failed', why: late });
  expect(unread).toEqual([]);
  expect(extract?.notes).toEqual([`brand_data.brand_url at orchard.test was read without a browser: ${late}.`]);
});

test('a page that was still loading when its time was over is read as far as it had loaded, with a note', async () => {
  const findings = joined([{ headlines: [painted('Cider from old trees', asMain)] }]);
  const { extract } = await read('<p>Cider</p>', { kind: 'read', findings, isCut: true });
  expect(extract?.headlines[0]?.text).toBe('Cider from old trees');
  expect(extract?.notes).toEqual([
    'brand_data.brand_url at orchard.test was still loading when its time was over, so it was read as far as it had loaded.',
  ]);
});
