import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { GivenPage } from '../../domain/given-pages.ts';
import { storedEgress } from '../../../test/support/stored-egress.ts';
import { extractBrand } from './extract-brand.ts';
import { fetchPages } from './fetch.ts';
import type { PageReader, PageReading } from './page-reader.ts';
import { joined } from './read-page.ts';

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

test('a page with content that the browser could not read is read, with a note', async () => {
  const { extract, unread } = await read('<h1>Cider from old trees</h1>', { kind: 'failed', why: late });
  expect(unread).toEqual([]);
  expect(extract?.notes).toEqual([`brand_data.brand_url at orchard.test was read without a browser: ${late}.`]);
});
