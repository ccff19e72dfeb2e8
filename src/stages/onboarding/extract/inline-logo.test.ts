import { expect, test } from '@jest/globals';
import { pageOf, type PageParts } from '../../../../test/support/brands/page-of.ts';
import { pictureOfDataUrl } from '../../../studio/pictures/picture-data-url.ts';
import { rankLogos } from '../rank/logo.ts';
import { inlineLogo } from './inline-logo.ts';

const inHeader = (svg: string): string => `<header><a href="/" class="logo">${svg}</a></header>`;
const mark = (inside: string, attributes = ''): string => `<svg viewBox="0 0 40 20" ${attributes}>${inside}</svg>`;
const path = '<path d="M0 0h9v9z"/>';

/** Returns the document of the logo in a page. */
function drawn(html: string, parts: PageParts = {}): string | undefined {
  const [logo] = inlineLogo(pageOf(html, parts)).logos ?? [];
  return logo && pictureOfDataUrl(logo.value.url)?.toString();
}

test('an inline SVG in the link to the home page is returned as a document of its own', () => {
  const page = pageOf(inHeader(mark('<title>Tern</title><path fill="#b3202a" d="M0 0h9v9z"/>')));
  const { logos = [], colors = [] } = inlineLogo(page);
  expect(logos[0]?.source).toBe('page');
  expect(colors[0]?.value).toBe('#b3202a');
  const svg = pictureOfDataUrl(logos[0]?.value.url ?? '')?.toString();
  expect(svg).toContain(' viewBox="0 0 40 20"');
  expect(svg).toContain('<path d="M0 0h9v9z" fill="#b3202a"></path>');
});

test.each<[string, string, string, string]>([
  [
    'a class',
    '<path class="cls-1" d="M0 0h9v9z"/>',
    '.cls-1{fill:none;stroke:#123456;stroke-width:2px}',
    ' fill="none" stroke="#123456" stroke-width="2px">',
  ],
  [
    'a class rather than an attribute',
    '<path class="a" fill="red" d="M0 0h9v9z"/>',
    '.a{fill:blue}',
    ' fill="#0000ff">',
  ],
  ['a custom property', '<path style="fill:var(--ink)" d="M0 0h9v9z"/>', ':root{--ink:#abcdef}', ' fill="#abcdef">'],
  ['the colour of the link', '<path fill="currentColor" d="M0 0h9v9z"/>', '.logo{color:#00aa00}', ' color="#00aa00"'],
  ['black if no colour is known', '<path fill="currentColor" d="M0 0h9v9z"/>', '', ' color="#000000"'],
  ['the opacity of a class', '<path class="a" d="M0 0h9v9z"/>', '.a{opacity:.2}', '<path d="M0 0h9v9z" opacity=".2">'],
  ['the opacity of a style', '<path style="opacity:.2" d="M0 0h9v9z"/>', '', '<path d="M0 0h9v9z" opacity=".2">'],
  [
    'no shapes that a class hides',
    `<path class="a" d="M0 0h1"/>${path}`,
    '.a{display:none}',
    '></defs><path d="M0 0h9v9z"></path></svg>',
  ],
  [
    'the clip path of a class',
    '<clipPath id="c"><path d="M0 0h5v5z"/></clipPath><path class="a" d="M0 0h9v9z"/>',
    '.a{clip-path:url(#c)}',
    '<path d="M0 0h9v9z" clip-path="url(#c)">',
  ],
  ['the inherited paint', path, 'header{fill:#00aa00}', ' fill="#00aa00"'],
])('an inline logo is painted with %s', (_, shape, css, want) => {
  expect(drawn(inHeader(mark(shape)), { css })).toContain(want);
});

test('an inline logo without the stylesheets of its page is marked as one without paint', () => {
  const [logo] = inlineLogo({ ...pageOf(inHeader(mark(path))), styles: undefined }).logos ?? [];
  expect(logo?.features).toMatchObject({ 'written.unstyled': 1 });
});

test('a logo that cannot be drawn is not replaced by another drawing', () => {
  const whole = mark(`<text>Tern</text><path fill="#b3202a" d="M0 0h9v9z"/>`, 'class="logo" aria-label="logo"');
  const badge = `<div class="brand">${mark('<path fill="#00ff00" d="M0 0h9v9z"/>', 'class="logo"')}</div>`;
  const { logos = [], colors = [] } = inlineLogo(pageOf(inHeader(whole) + badge));
  expect(logos).toEqual([]);
  expect(colors.map(({ value }) => value)).toEqual(['#b3202a']);
});

const sprite = `<svg style="display:none"><symbol id="tern" viewBox="0 0 9 9"><path fill="currentColor" d="M0 0h9v9z"/></symbol>
  <linearGradient id="sky"><stop offset="0" stop-color="#00f"/></linearGradient></svg>`;

test('a symbol of a sprite is drawn in the colour of the place where it is used', () => {
  const html = `${sprite}${inHeader('<svg width="90" height="45" color="#c0ffee"><use xlink:href="#tern" x="3" width="9"/></svg>')}`;
  expect(drawn(html)).toContain(
    '<symbol id="tern" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="currentColor"></path></symbol></defs><use x="3" width="9" xlink:href="#tern"></use>',
  );
});

test('a gradient elsewhere in the page becomes a part of the logo', () => {
  expect(drawn(sprite + inHeader(mark('<path fill="url(#sky)" d="M0 0h9v9z"/>')))).toContain(
    '<defs><linearGradient id="sky"><stop offset="0" stop-color="#0000ff"></stop></linearGradient></defs><path d="M0 0h9v9z" fill="url(#sky)"></path>',
  );
});

const many = '<path d="M0 0h9v9z"/>'.repeat(100_000);
const masks = Array.from(
  { length: 9 },
  (_, at) => `<mask id="m${at}">${`<g mask="url(#m${at - 1})">${path}</g>`.repeat(9)}</mask>`,
);
const bomb = Array.from({ length: 30 }, (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}"/></g>`);

test.each<[string, string]>([
  ['text', mark(`${path}<text>Tern</text>`)],
  ['a picture', mark(`${path}<image href="https://evil.example/a.png"/>`)],
  ['a foreign object', mark(`${path}<foreignObject><script>alert(1)</script></foreignObject>`)],
  ['a sprite in another file', mark('<use href="/sprite.svg#logo"/>')],
  ['a missing symbol', mark('<use href="#nothing"/>')],
  ['a reference to itself', mark('<g id="me"><use href="#me"/></g>')],
  ['references that multiply', mark(`<g id="u0">${path}</g>${bomb.join('')}<use href="#u30"/>`)],
  ['masks that multiply', mark(`${masks.join('')}<g mask="url(#m8)">${path}</g>`)],
  ['100,000 shapes', mark(many)],
  ['100,000 nested groups', mark(`${'<g>'.repeat(100_000)}${path}`)],
  ['a path of a megabyte', mark(`<path d="M0 0${'h1'.repeat(500_000)}"/>`)],
  ['no size', `<svg>${path}</svg>`],
])('an inline logo with %s is not returned', (_, svg) => {
  expect(drawn(inHeader(svg))).toBeUndefined();
});

test('scripts, handlers, animations and styles are left out of a logo', () => {
  const hostile = `<style>@import "https://evil.example/a.css"</style><script>alert(1)</script><animate attributeName="d" to="M0"/>
    <path onload="alert(1)" style="background:url(https://evil.example/b.png)" filter="url(https://evil.example/c.svg#d)" d="M0 0h9v9z"/>`;
  const svg = drawn(inHeader(mark(hostile, 'onload="alert(1)"')));
  expect(svg).toContain('<path d="M0 0h9v9z"></path></svg>');
  expect(svg).not.toMatch(/alert|evil|animate/);
});

test.each<[string, string]>([
  [
    'the sign of a menu',
    '<header><div class="logo-bar"><button><svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg></button></div></header>',
  ],
  ['a link to the top', `<header><a href="#">${mark(path)}</a></header>`],
  ['a bag by its name', inHeader(mark(path, 'class="icon icon-cart"')).replace('class="logo"', '')],
  ['a chevron in the link of the logo', inHeader(mark(path, 'class="chevron"'))],
  ['a search by its label', inHeader(mark(path, 'aria-label="Search"')).replace('class="logo"', '')],
  ['a chevron in a menu', `<header><nav><a href="/all">All ${mark(path)}</a></nav></header>`],
  ['a hidden sprite', inHeader(`<div style="display: none">${mark(path)}</div>`)],
])('%s is not a logo', (_, html) => {
  expect(inlineLogo(pageOf(html)).logos ?? []).toEqual([]);
});

test.each<[string, string]>([
  ['a link to a social network', `<a href="https://social.example/tern">${mark(path)}</a>`],
  ['a logo of a partner', `<section class="partners"><div class="logo">${mark(path)}</div></section>`],
])('%s is hardly the logo', (_, html) => {
  const confidences = rankLogos(inlineLogo(pageOf(html)).logos ?? []).map(({ confidence }) => confidence);
  expect(Math.max(0, ...confidences)).toBeLessThan(0.5);
});
