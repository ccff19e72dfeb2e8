import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { pictureOfDataUrl } from '../../src/studio/pictures/picture-data-url.ts';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import { watchedBrowser } from '../support/brands/browser.ts';
import { startPageWorld, type PageWorld } from '../support/brands/page-world.ts';

const words = '<main><h1>Wool that likes the rain</h1><p>Knitted in one piece from the wool of two valleys.</p></main>';
const page = (logo: string, css = '', rest = ''): string => `<!doctype html><title>Tern</title>
  <style>header svg{width:120px;height:60px}${css}</style>${rest}<header><a class="home" href="/">${logo}</a></header>${words}`;
const mark = (inside: string, attributes = ''): string => `<svg viewBox="0 0 40 20" ${attributes}>${inside}</svg>`;
const sprite = `<svg style="position:absolute;width:0;height:0;visibility:hidden"><defs>
  <symbol id="tern" viewBox="0 0 40 20"><path fill="currentColor" d="M0 0h40v20h-40z"/></symbol></defs></svg>`;
const bomb = Array.from({ length: 12 }, (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}"/></g>`);

const red = '<path fill="#c00" d="M0 0h40v20h-40z"/>';
const halves = '<rect width="20" height="20" fill="#c00"/>';
const ground = 'body{background:#204060 url(/photo.png)}header{background:rgb(0 0 0/.5)}';

const pages: Record<string, string> = {
  '/white': page(mark(halves)),
  '/photo': page(mark(halves), ground),
  '/words-above': page(mark(halves), 'h1{position:absolute;top:20px;left:0;visibility:visible!important;z-index:9}'),
  '/class': page(mark('<path class="a" d="M0 0h40v20h-40z"/>'), '.a{fill:var(--ink)}:root{--ink:#00c}'),
  '/use': page('<svg class="logo"><use href="#tern"/></svg>', '.logo{color:#c00}', sprite),
  '/fading': page(mark(red), 'header{opacity:0}svg{opacity:.1}'),
  '/stubborn': page(mark(red), 'h1,p{visibility:visible!important;background:#0c0;position:absolute;inset:0}'),
  '/text': page(mark('<text x="5" y="15" fill="#c00">Tern</text>')),
  '/embedded': page(
    `<img width="120" height="60" src="data:image/svg+xml,${encodeURIComponent(mark(red, 'xmlns="http://www.w3.org/2000/svg"'))}">`,
  ),
  '/bomb': page(mark(`<g id="u0">${red}</g>${bomb.join('')}<use href="#u12"/>`)),
  '/empty': page(mark('<path d="M0 0"/>')),
  '/menu': page(red, '', `<button>${mark(red, 'width="90" height="45"')}</button>`),
  '/clobbered': page(mark(red), '', '<form id="getElementById"><input name="attributes"><input name="style"></form>'),
};

let world: PageWorld;
let browser: Awaited<ReturnType<typeof watchedBrowser>>;
beforeAll(async () => {
  [world, browser] = await Promise.all([startPageWorld(pages), watchedBrowser()]);
});
afterAll(() => world.close());

/** Returns the logo that the browser has painted; undefined without one. */
async function painted(path: string): Promise<{ size: number[]; at: (x: number, y: number) => number[] } | undefined> {
  const reading = await new BrowserReader({ open: browser.open, timeoutMs: 8_000 }).read(
    await world.open(path),
    world.deps,
  );
  if (reading.kind !== 'read') throw new Error(`The page was not read: ${reading.why}`);
  const found = reading.findings.logos.find(({ source }) => source === 'painted');
  const file = pictureOfDataUrl(found?.value.url ?? '');
  if (file === undefined) return undefined;
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => {
    const from = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels;
    return [...data.subarray(from, from + 4)];
  };
  return { size: [info.width, info.height], at };
}

const red8 = [0xcc, 0, 0, 255];

test.each(['/white', '/photo'])(
  'the inline logo of %s is painted larger than on the page, and nothing else',
  async (path) => {
    const logo = await painted(path);
    // Half of the box of 120 by 60 pixels is empty and cut off.
    expect(logo?.size.map((side) => Math.round(side / 4))).toEqual([64, 64]);
    expect([logo?.at(0.02, 0.02), logo?.at(0.98, 0.98)]).toEqual([red8, red8]);
  },
);

test.each([
  ['of a class with a custom property', '/class', [0, 0, 0xcc, 255]],
  ['of a symbol in the place where it is used', '/use', red8],
  ['of a logo that fades in', '/fading', red8],
  ['of a logo below words that the page shows at all costs', '/stubborn', red8],
  ['of a page whose form fields have the names of methods', '/clobbered', red8],
  ['of a data URL', '/embedded', red8],
] as const)('an inline logo has the paint %s', async (_, path, want) => {
  expect((await painted(path))?.at(0.5, 0.5)).toEqual(want);
});

test('the words of a logo are painted in the font of the page, on a transparent ground', async () => {
  const logo = await painted('/text');
  const points = Array.from({ length: 40 }, (_, at) => logo?.at(at / 40, 0.5)[3]);
  expect(Math.max(...points.map((alpha) => alpha ?? 0))).toBe(255);
  expect(points).toContain(0);
});

test.each(['/empty', '/menu'])('the inline SVG of the page %s is not returned as a logo', async (path) => {
  expect(await painted(path)).toBeUndefined();
});

test('a page with references that multiply is read, with its logo or without', async () => {
  await expect(painted('/bomb')).resolves.not.toThrow();
});
