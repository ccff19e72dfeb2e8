import { afterAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderEgress } from '../../scripts/eval-brands/folder-egress.ts';
import { madeSites, realSites, type Labels } from '../../scripts/eval-brands/labels.ts';
import { isAccepted, score, type Field } from '../../scripts/eval-brands/score.ts';
import { resultOf } from '../../scripts/eval-brands/site-result.ts';
import { problemCounts, problemLines, scoreTable } from '../../scripts/eval-brands/tables.ts';
import { wilson } from '../../scripts/fitting/wilson.ts';
import type { BrandExtract } from '../../src/schema/brand.ts';

const program = fileURLToPath(new URL('../../scripts/eval-brands.ts', import.meta.url));

const labels: Labels = {
  name: ['Fernwick Kettles', 'Fernwick'],
  primary: ['#1f5f4a'],
  palette: ['#1f5f4a', '#f4efe4', '#22302a', '#cc0000'],
  fonts: ['Gill Sans'],
  logo: { files: ['mark.svg'] },
  language: ['en'],
  headlines: ['Kettles that pour without a splash'],
  ctas: ['Order the Loch'],
  product: { name: ['The Loch kettle'], price: '64.50', currency: 'GBP', pictures: ['loch.jpg'] },
};

const right: BrandExtract = {
  name: 'FERNWICK',
  colors: [
    { hex: '#f4efe4', label: null, role: 'surface', source: 'stylesheet', confidence: 0.9 },
    { hex: '#205e4b', label: null, role: 'primary', source: 'stylesheet', confidence: 0.9 },
  ],
  fonts: [{ family: 'gill sans', url: null, source: 'stylesheet', confidence: 0.9 }],
  logo: { url: 'https://fernwick.example/mark.svg?v=2', source: 'page', confidence: 0.9 },
  headlines: [{ text: 'Kettles that pour without a splash.', source: 'page' }],
  brandLines: [],
  subheadlines: [],
  ctas: [{ text: 'Order the Loch →', source: 'page' }],
  product: {
    name: 'The Loch kettle',
    description: null,
    price: '64.5',
    currency: 'GBP',
    images: ['https://fernwick.example/loch.jpg'],
    source: 'json-ld',
  },
  pictures: [],
  language: 'en-GB',
  notes: [],
};

const readingOf = (extract: BrandExtract) => ({ readings: [], extract });

const failedFields = (wanted: Labels, extract: BrandExtract | undefined): Field[] =>
  score(wanted, extract).flatMap(({ field, passed }) => (passed ? [] : [field]));

test('a right extract passes every field', () => {
  expect(failedFields(labels, right)).toEqual([]);
});

test.each<[NonNullable<Labels['logo']>, boolean]>([
  [{ kind: 'inline-svg' }, true],
  [{ kind: 'inline-svg', files: ['mark.svg'] }, true],
  [{ kind: 'text' }, false],
  [{ files: ['svg'] }, false],
])('a data URL as the logo labelled %j passes: %s', (logo, isRight) => {
  const url = 'data:image/svg+xml;base64,PHN2ZyB4';
  const extract: BrandExtract = { ...right, logo: { url, source: 'painted', confidence: 0.9 } };
  expect(failedFields({ ...labels, logo }, extract)).toEqual(isRight ? [] : ['logo']);
});

test.each<[Field, Partial<BrandExtract>]>([
  ['name', { name: 'Fernwick Kettles: stove-top kettles from Perth' }],
  ['primary', { colors: right.colors.map((color) => ({ ...color, role: 'other' as const })) }],
  ['palette', { colors: right.colors.slice(1) }],
  ['fonts', { fonts: [{ family: 'Calibri', url: null, source: 'stylesheet', confidence: 0.9 }] }],
  ['logo', { logo: null }],
  ['language', { language: null }],
  ['headline', { headlines: [{ text: 'You may also like', source: 'page' }] }],
  ['action', { ctas: [] }],
])('a wrong %s is a miss of this field alone', (field, wrong) => {
  expect(failedFields(labels, { ...right, ...wrong })).toEqual([field]);
});

test('a struck price is a miss of the price alone', () => {
  const product = right.product === null ? null : { ...right.product, price: '79.50' };
  expect(failedFields(labels, { ...right, product })).toEqual(['price']);
});

test('a product that the page does not sell is a miss', () => {
  expect(failedFields({ ...labels, product: false }, right)).toEqual(['no false product']);
});

test('an action on a page without actions is a miss', () => {
  expect(failedFields({ ...labels, ctas: [] }, right)).toEqual(['action']);
});

test('pages that could not be read miss every labelled field', () => {
  expect(failedFields({ ...labels, product: false, logo: { kind: 'text' }, ctas: [] }, undefined)).toHaveLength(9);
});

test.each<[string, boolean]>([
  ['kettles that POUR without a splash!', true],
  ['Kettles that pour', false],
  ['Kettles that pour without a splash from Perth', true],
  ['', false],
])('a headline such as "%s" is accepted: %s', (text, accepted) => {
  expect(isAccepted(text, ['Kettles that pour without a splash'])).toBe(accepted);
});

test('the Wilson interval of 8 in 10 is 49 to 94 %', () => {
  const { low, high } = wilson(8, 10);
  expect(low).toBeCloseTo(0.4902, 3);
  expect(high).toBeCloseTo(0.9433, 3);
});

test('the lists hold enough real sites, product pages, languages and made pages', () => {
  const real = realSites();
  expect(real.length).toBeGreaterThanOrEqual(60);
  expect(real.filter(({ productPage }) => productPage !== undefined).length).toBeGreaterThanOrEqual(25);
  expect(real.filter((site) => !site.labels.language.includes('en')).length).toBeGreaterThanOrEqual(15);
  expect(madeSites().length).toBeGreaterThanOrEqual(24);
  const ids = [...real, ...madeSites()].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a folder answers as its site, and nothing outside of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'eval-'));
  const files = {
    'site/index.html': '<html>',
    'site/a/index.htm': '<html>',
    'site/b.css?v=1': 'b{}',
    'out.css': 'o{}',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const egress = folderEgress(join(folder, 'site'), 'https://brand.example/shop/');
  const limits = { bytesMax: 6, timeoutMs: 1000 };
  expect((await egress.fetch('https://brand.example/shop/', limits)).contentType).toBe('text/html');
  expect((await egress.fetch('https://www.brand.example/shop/a', limits)).status).toBe(200);
  expect((await egress.fetch('https://brand.example/shop/b.css?v=1', limits)).contentType).toBe('text/css');
  await expect(egress.fetch('https://brand.example/shop/none', limits)).rejects.toMatchObject({ reason: 'bad_status' });
  await expect(egress.fetch('https://brand.example/shop/..%2fout.css', limits)).rejects.toMatchObject({
    reason: 'bad_status',
  });
  await expect(egress.fetch('https://other.example/', limits)).rejects.toMatchObject({ reason: 'not_resolved' });
  await expect(egress.fetch('https://brand.example/shop/', { ...limits, bytesMax: 5 })).rejects.toMatchObject({
    reason: 'too_large',
  });
  rmSync(folder, { recursive: true });
});

const site = (id: string) => ({
  ...{ id, url: 'https://fernwick.example/', built: 'hand-written', labels, folder: '/nonexistent' },
  half: 'tuning' as const,
});

test('a site that is not read in time misses its fields and is counted', async () => {
  const late = AbortSignal.abort(new Error('too late'));
  const never = resultOf(site('slow'), () => new Promise(() => undefined), late);
  const aborted = resultOf(site('stopped'), (_, { signal }) => Promise.reject(signal.reason as Error), late);
  const results = await Promise.all([never, aborted, resultOf(site('right'), () => Promise.resolve(readingOf(right)))]);
  expect(results.map(({ trials }) => trials.some(({ passed }) => passed))).toEqual([false, false, true]);
  expect(problemCounts(results, 'tuning')).toEqual({ late: 2, withoutBrowser: 0 });
  expect(problemLines(results).map((line) => line.split(' ')[0])).toEqual(['slow', 'stopped']);
});

test('an error of a reader that is not its time limit ends the evaluation', async () => {
  await expect(resultOf(site('broken'), () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
});

test('a site whose page was read without the browser is counted, with its note', async () => {
  const note = 'brand_data.brand_url at fernwick.example was read without a browser: the page took longer than 8 s.';
  const results = [await resultOf(site('fernwick'), () => Promise.resolve(readingOf({ ...right, notes: [note] })))];
  expect(problemCounts(results, 'tuning')).toEqual({ late: 0, withoutBrowser: 1 });
  expect(problemLines(results)).toEqual([`fernwick         ${note}`]);
  expect(scoreTable(results)).toMatch(/read without the browser\s*│\s*1 /);
});

/** Returns a folder with an empty folder for each real website. */
function emptySites(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adwright-sites-'));
  emptied.push(folder);
  for (const { id, root = '' } of realSites()) mkdirSync(join(folder, id, root), { recursive: true });
  return folder;
}

const emptied: string[] = [];
afterAll(() => {
  for (const folder of emptied) rmSync(folder, { recursive: true });
});

test('the unseen set gives totals, but no misses and no words', () => {
  const flags = ['--sites', emptySites(), '--misses', '--words', '--json'];
  const { stdout } = spawnSync(process.execPath, [program, ...flags], { encoding: 'utf8' });
  const { scores, misses, words } = JSON.parse(stdout) as {
    scores: Record<string, { total: { total: number } }>;
    misses: { id: string }[];
    words: { id: string }[];
  };
  expect(scores['unseen']?.total.total).toBeGreaterThan(200);
  const hidden = new Set(realSites().flatMap(({ id, unseen }) => (unseen === true ? [id] : [])));
  expect(misses.length).toBeGreaterThan(200);
  expect([...misses, ...words].filter(({ id }) => hidden.has(id))).toEqual([]);
});

test('a site of the unseen set is not read alone', () => {
  const id = realSites().find((site) => site.unseen === true)?.id ?? '';
  const flags = ['--sites', emptySites(), '--only', id];
  const { status, stderr } = spawnSync(process.execPath, [program, ...flags], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('belongs to the unseen set');
});
