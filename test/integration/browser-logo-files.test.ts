import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { pictureOfDataUrl } from '../../src/studio/pictures/picture-data-url.ts';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import { extractBrand } from '../../src/stages/onboarding/extract-brand.ts';
import { watchedBrowser } from '../support/brands/browser.ts';
import { startPageWorld, type PageWorld } from '../support/brands/page-world.ts';

const svg = (inside: string, doctype = ''): string =>
  `<?xml version="1.0"?>${doctype}<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40">${inside}</svg>`;
const mark = '<rect width="60" height="40" fill="#00aa00"/><circle cx="90" cy="20" r="20" fill="#cc0000"/>';
const served =
  (body: string, type = 'image/svg+xml') =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': type }).end(body);
  };

/** A page whose content policy allows no data URLs, and whose scripts change it without end. */
const page = (logo: string): string => `<!doctype html><title>Tern</title>
  <meta http-equiv="Content-Security-Policy" content="img-src 'self'">
  <script type="application/ld+json">{"@type":"Organization","name":"Tern","logo":"${logo}"}</script>
  <header><a href="/"><img class="logo" width="120" height="40" alt="Tern" src="${logo}"></a></header>
  <main><h1>Wool that likes the rain</h1><p>Knitted in one piece from the wool of two valleys.</p></main>`;

const nested = "<!DOCTYPE svg [<!ENTITY r \"<rect width='60' height='40' fill='#00aa00'/>\">]>";

const answers = {
  '/plain': page('/plain.svg'),
  '/plain.svg': served(svg(mark)),
  '/nested': page('/nested.svg'),
  '/nested.svg': served(svg('&r;<circle cx="90" cy="20" r="20" fill="#cc0000"/>', nested)),
  '/linked': page('/linked.svg'),
  '/linked.svg': served(svg(`${mark}<image width="9" height="9" href="/photo.png"/>`)),
  '/empty': page('/empty.svg'),
  '/empty.svg': served(svg('<image width="9" height="9" href="/photo.png"/>')),
};

let world: PageWorld;
let browser: Awaited<ReturnType<typeof watchedBrowser>>;
beforeAll(async () => {
  [world, browser] = await Promise.all([startPageWorld(answers), watchedBrowser()]);
});
afterAll(() => world.close());

/** Returns the URL of the logo that both readers together find. */
async function logoOf(path: string, reader: BrowserReader | undefined): Promise<string | undefined> {
  const url = `${world.origin}${path}`;
  const fetched = await world.deps.egress.fetch(url, { bytesMax: 1_000_000, timeoutMs: 5_000 });
  const given = { kind: 'fetched', page: { url, role: 'brand', field: 'brand_data.brand_url' }, fetched } as const;
  const { extract } = await extractBrand([given], { ...world.deps, browser: reader });
  return extract?.logo?.url;
}

const reader = (): BrowserReader => new BrowserReader({ open: browser.open, timeoutMs: 8_000 });

test('a logo that can be drawn is returned as its file', async () => {
  expect(await logoOf('/plain', reader())).toBe(`${world.origin}/plain.svg`);
});

test.each([
  ['entities that contain shapes', '/nested'],
  ['a reference to another file', '/linked'],
])('in place of a logo with %s, the browser paints it on a transparent ground', async (_, path) => {
  const file = pictureOfDataUrl((await logoOf(path, reader())) ?? '') ?? Buffer.alloc(0);
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number): number[] => {
    const at = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 4;
    return [...data.subarray(at, at + 4)];
  };
  expect([info.width, info.height]).toEqual([470, 171]);
  expect([colorAt(0.25, 0.5), colorAt(0.75, 0.5)]).toEqual([
    [0, 0xaa, 0, 255],
    [0xcc, 0, 0, 255],
  ]);
  expect(colorAt(0.58, 0.05)[3]).toBe(0);
});

test('a logo of which the browser shows nothing stays the file, which a note names later', async () => {
  expect(await logoOf('/empty', reader())).toBe(`${world.origin}/empty.svg`);
});

test('without a browser, such a logo stays the file', async () => {
  expect(await logoOf('/nested', undefined)).toBe(`${world.origin}/nested.svg`);
});
