import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pictureOfDataUrl } from '../../src/studio/pictures/picture-data-url.ts';
import { BrowserReader } from '../../src/stages/onboarding/browser/browser-reader.ts';
import { watchedBrowser } from '../support/brands/browser.ts';
import { startPageWorld, type PageWorld } from '../support/brands/page-world.ts';

const words = '<main><h1>Wool that likes the rain</h1><p>Knitted in one piece from the wool of two valleys.</p></main>';
const page = (logo: string, css = '', rest = ''): string => `<!doctype html><title>Tern</title>
  <style>header svg{width:120px;height:60px}${css}</style>${rest}<header><a class="home" href="/">${logo}</a></header>${words}`;
const mark = (inside: string, attributes = ''): string => `<svg viewBox="0 0 40 20" ${attributes}>${inside}</svg>`;
const path = '<path d="M0 0h9v9z"/>';
const sprite = `<svg style="position:absolute;width:0;height:0;visibility:hidden"><defs>
  <symbol id="tern" viewBox="0 0 9 9"><path class="wing" fill="currentColor" d="M0 0h9v9z"/><path d="M1 1h3v3z"/></symbol>
  <linearGradient id="sky"><stop offset="0" style="stop-color:var(--sky)"/><stop offset="1" stop-color="currentColor"/></linearGradient>
  <clipPath id="cut"><rect width="5" height="5"/></clipPath></defs></svg>`;
const bomb = Array.from({ length: 12 }, (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}"/></g>`);

const chain = [0, 1, 2, 3, 4].map((at) => `<g id="c${at + 1}"><use href="#c${at}"/></g>`).join('');

const pages: Record<string, string> = {
  '/class': page(mark('<path class="a" fill="red" d="M0 0h9v9z"/>'), '.a{fill:#123456;stroke:#abc;stroke-width:2}'),
  '/variable': page(
    mark('<path style="fill:var(--ink)" d="M0 0h9v9z"/>'),
    '@layer b{:root{--ink:oklch(0.627955 0.257683 29.2339)}}',
  ),
  '/current': page(mark(path, 'fill="currentColor"'), '.home{color:rgb(0,170,0)}'),
  '/sibling': page(mark(`<g/><g>${path}</g>`), 'svg g ~ g path{fill:#00aa00}'),
  '/use': page(
    '<svg class="logo"><use href="#tern" x="2" y="1" width="90" height="45"/></svg>',
    '.logo{color:#00aa00;fill:#0000aa;opacity:0}',
    sprite,
  ),
  '/gradient': page(
    mark('<g clip-path="url(#cut)"><path fill="url(#sky)" d="M0 0h9v9z"/></g>'),
    ':root{--sky:#00f}',
    sprite,
  ),
  '/hidden': page(mark(`<path class="off" d="M1 1h2v2z"/>${path}`), '.off{display:none}'),
  '/symbol': page(
    '<svg viewBox="0 0 80 20"><path fill="red" d="M0 0h20v20h-20z"/><text x="30" y="15" font-size="12">Tern</text></svg>',
  ),
  '/words': page(mark('<rect width="40" height="20"/><text x="5" y="15">Tern</text>')),
  '/menu': page(path, '', `<button>${mark(path, 'width="90" height="45"')}</button>`),
  '/picture': page(mark(`${path}<image width="9" height="9" href="/photo.png"/>`)),
  '/foreign': page(mark(`${path}<foreignObject width="9" height="9"><b>Tern</b></foreignObject>`)),
  '/external': page(mark('<use href="/sprite.svg#tern"/>')),
  '/self': page(mark(`<g id="me">${path}<use href="#me"/></g>`)),
  '/bomb': page(mark(`<g id="u0">${path}</g>${bomb.join('')}<use href="#u12"/>`)),
  '/deep': page(mark('<use href="#c4"/>'), '', `<svg width="0"><defs><g id="c0">${path}</g>${chain}</defs></svg>`),
  '/many': page(mark(path.repeat(100_000))),
  '/long': page(mark(`<path d="M0 0${'h1'.repeat(100_000)}"/>`)),
  '/clobbered': page(
    mark(path),
    '',
    '<form id="getElementById"><input name="attributes"><input name="tagName"></form>',
  ),
};

let world: PageWorld;
let browser: Awaited<ReturnType<typeof watchedBrowser>>;
beforeAll(async () => {
  [world, browser] = await Promise.all([startPageWorld(pages), watchedBrowser()]);
});
afterAll(() => world.close());

/** Returns the document of the logo that the browser reads; undefined if it returns no drawn logo. */
async function drawn(path: string): Promise<string | undefined> {
  const reading = await new BrowserReader({ open: browser.open, timeoutMs: 8_000 }).read(
    await world.open(path),
    world.deps,
  );
  if (reading.kind !== 'read') throw new Error(`The page was not read: ${reading.why}`);
  const painted = reading.findings.logos.filter(({ source }) => source === 'painted');
  return pictureOfDataUrl(painted[0]?.value ?? '')?.toString();
}

test.each<[string, string, string]>([
  ['of a class', '/class', '<path d="M0 0h9v9z" fill="#123456" stroke="#aabbcc" stroke-width="2"/>'],
  ['of a custom property in OKLCH', '/variable', 'fill="#ff0000"'],
  ['of the link around it', '/current', 'fill="#00aa00" stroke="none"><path d="M0 0h9v9z"/>'],
  ['of a selector that the reader of the source skips', '/sibling', '<g><path d="M0 0h9v9z" fill="#00aa00"/></g>'],
])('an inline logo has the paint %s', async (_, path, want) => {
  expect(await drawn(path)).toContain(want);
});

test('a symbol is drawn in the paint of the place where it is used, and a logo that fades in is opaque', async () => {
  const svg = await drawn('/use');
  expect(svg).toContain(
    '<g transform="translate(2 1)"><svg viewBox="0 0 9 9" width="90" height="45"><path d="M0 0h9v9z" fill="#00aa00"/><path d="M1 1h3v3z"/></svg></g>',
  );
  expect(svg).toContain(' fill="#0000aa" stroke="none">');
  expect(svg).not.toContain('opacity');
});

test('gradients and clip paths elsewhere in the page become a part of the logo', async () => {
  const svg = await drawn('/gradient');
  expect(svg).toMatch(
    /<clipPath id="(i\d)"[^>]*><rect width="5" height="5"\/><\/clipPath>.*<g clip-path="url\(#\1\)">/,
  );
  expect(svg).toMatch(/<linearGradient id="(i\d)"><stop offset="0" stop-color="#0000ff"\/>.*fill="url\(#\1\)"/);
});

test('hidden shapes are left out', async () => {
  expect(await drawn('/hidden')).toMatch(/"><path d="M0 0h9v9z"\/><\/svg>$/);
});

test('a logo with words in a font of the page is returned as its symbol', async () => {
  const svg = await drawn('/symbol');
  expect(svg).toContain('viewBox="-0.8 -0.8 21.6 21.6"');
  expect(svg).not.toContain('text');
});

test.each(['/words', '/menu', '/picture', '/foreign', '/external', '/self', '/deep', '/bomb', '/many', '/long'])(
  'the inline SVG of the page %s is not returned as a logo',
  async (path) => {
    expect(await drawn(path)).toBeUndefined();
  },
);

test('form fields with the names of methods do not hide a logo', async () => {
  expect(await drawn('/clobbered')).toContain(path);
});
