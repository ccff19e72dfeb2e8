import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PageReader, PageReading } from '../../src/stages/onboarding/page-reader.ts';
import { rankActions } from '../../src/stages/onboarding/rank/action.ts';
import { brandColours } from '../../src/stages/onboarding/rank/colour.ts';
import { rankHeadlines } from '../../src/stages/onboarding/rank/headline.ts';
import { maliciousPages } from '../support/brands/hostile-pages.ts';
import { startPageWorld, type PageWorld } from '../support/brands/page-world.ts';

const shop = `<!doctype html><html lang="en"><title>Tern – wool for rain</title><link rel="stylesheet" href="/site.css">
<body><header><a href="/"><img src="/logo.png" alt="Tern" class="logo"></a><nav><a href="/about">About us</a></nav></header>
<main><h1>Wool that likes the rain</h1><p>Knitted in one piece, without a seam, from the wool of two valleys.</p>
<a class="btn" href="/all">Shop the coats</a></main></html>`;
const css = `body{margin:0;background:#fdf8ee;color:#222a26;font-family:Lora,serif}
h1{font-family:"Work Sans",sans-serif;font-size:48px}
.btn{display:inline-block;padding:16px 32px;background:#b3261e;color:#fff}`;
const scrambled = Buffer.from('<title>\xff\xfe\x00</title><h1>Caf\xe9 \x80\x81 \xf0\x28</h1><p>\xc3\x28</p>', 'latin1');

/** Malicious pages that are large where they cross from one process to another. */
export const largePages: readonly string[] = ['of 500,000 elements', 'with an attribute of 4 MB'];

interface ReaderOptions {
  /** Names of the malicious pages that the reader reads. Default: all. */
  malicious?: readonly string[];
}

/**
 * Tests the guarantees that every `PageReader` gives. `open` returns a new reader, which gives up after the given time.
 */
export function describePageReader(
  open: (timeoutMs: number) => Promise<PageReader>,
  { malicious = Object.keys(maliciousPages) }: ReaderOptions = {},
): void {
  let world: PageWorld;
  beforeAll(async () => {
    world = await startPageWorld({
      '/': shop,
      '/site.css': (response) => response.writeHead(200, { 'content-type': 'text/css' }).end(css),
      '/scrambled': (response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(scrambled),
      ...Object.fromEntries(Object.entries(maliciousPages).map(([name, html]) => [`/${encodeURI(name)}`, html])),
    });
  });
  afterAll(() => world.close());

  const read = async (path: string, timeoutMs = 8_000): Promise<PageReading> =>
    (await open(timeoutMs)).read(await world.open(path), world.deps);

  test('reads the colours, fonts, headline and button of a page', async () => {
    const reading = await read('/');
    if (reading.kind !== 'read') throw new Error(`The page was not read: ${reading.why}`);
    const { colors, fonts, headlines, ctas } = reading.findings;
    expect(brandColours(colors)[0]).toMatchObject({ role: 'primary', hex: '#b3261e' });
    expect(colors.map(({ value }) => value)).toEqual(expect.arrayContaining(['#fdf8ee', '#222a26']));
    expect(fonts.map(({ value }) => value.family)).toEqual(expect.arrayContaining(['Work Sans', 'Lora']));
    expect(rankHeadlines(headlines, { brand: null, product: null, language: null })[0]?.value).toBe(
      'Wool that likes the rain',
    );
    expect(rankActions(ctas, { brand: null, product: null, language: null })[0]?.value).toBe('Shop the coats');
  });

  test('reads a page with a broken encoding', async () => {
    expect((await read('/scrambled')).kind).toBe('read');
  });

  test.each(malicious.map((name) => [name]))('survives a page %s', async (name) => {
    const reading = await read(`/${encodeURI(name)}`, 3_000);
    expect(['read', 'failed']).toContain(reading.kind);
  });

  test('rejects with the reason of the signal', async () => {
    const stop = new AbortController();
    const page = await world.open('/');
    const reader = await open(8_000);
    stop.abort(new Error('stopped'));
    await expect(reader.read(page, { ...world.deps, signal: stop.signal })).rejects.toThrow('stopped');
  });
}
