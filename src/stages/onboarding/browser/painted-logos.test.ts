import { expect, test } from '@jest/globals';
import { painted, paintedPicture, paintedSvg } from '../../../../test/support/brands/painted.ts';
import type { PaintedPicture } from './facts.ts';
import { logoToPaint, rankPaintedLogos } from './painted-logos.ts';

const base = new URL('https://tern.example/');
const page = { base, url: base };
const logo = paintedPicture({ url: 'https://tern.example/tern.svg', href: 'https://tern.example/', place: 'header' });
const ranked = (pictures: PaintedPicture[], words = [painted({})]) => rankPaintedLogos({ pictures, words }, page);

test.each<[string, PaintedPicture[], string[]]>([
  ['drops a picture that did not load', [{ ...logo, naturalWidth: 0 }], []],
  ['drops a large picture', [{ ...logo, width: 1_280, height: 600 }], []],
  [
    'returns a picture of the hero that is named after the logo',
    [paintedPicture({ url: 'https://tern.example/logo.png', x: 320, y: 140, width: 640, height: 610 })],
    ['logo.png'],
  ],
  ['returns a picture that the page shows twice once', [logo, { ...logo, place: 'footer', y: 3_000 }], ['tern.svg']],
])('rankPaintedLogos %s', (_, pictures, want) => {
  expect(ranked(pictures).map(({ value }) => value.picture.url.slice(base.href.length))).toEqual(want);
});

test.each<[string, PaintedPicture]>([
  ['a picture in another link of the header', paintedPicture({ place: 'header', href: 'https://tern.example/sale' })],
  ['the logo of a partner', paintedPicture({ names: 'partner-logo', y: 1_200 })],
  ['a picture of the footer', paintedPicture({ place: 'footer', y: 3_000 })],
])('rankPaintedLogos ranks the picture in the home link above %s', (_, other) => {
  const [first] = ranked([{ ...other, url: 'https://tern.example/other.png' }, logo]);
  expect(first?.value.picture).toEqual(logo);
});

test('words in type next to a picture are noticed', () => {
  const beside = painted({ text: 'Tern', x: logo.x + logo.width + 10, y: logo.y + 5, height: 20 });
  expect(ranked([logo], [beside])[0]?.features).toMatchObject({ 'painted.beside-words': 1 });
  expect(ranked([logo])[0]?.features).not.toMatchObject({ 'painted.beside-words': 1 });
});

const svg = paintedSvg({ href: 'https://tern.example/', place: 'header', width: 120, height: 40 });
const unlinked = { ...svg, href: '' };
const small = { width: 24, height: 24 };

test.each<[string, PaintedPicture, boolean]>([
  ['returns a small logo in the home link', { ...svg, ...small, names: 'site-logo' }, true],
  ['returns a wordmark at the top of a page', { ...unlinked, names: '' }, true],
  ['drops the sign of a menu in a button', { ...unlinked, isControl: true, names: 'logo-bar' }, false],
  ['drops the sign of a menu in a link to the top', { ...svg, ...small, href: 'https://tern.example/#' }, false],
  ['drops a bag by its name', { ...svg, own: 'icon-bag' }, false],
  ['returns a brand whose name is also that of an icon', { ...svg, alt: 'Tern Arrow' }, true],
  ['returns a brand whose name begins like that of an icon', { ...svg, alt: 'Cartier' }, true],
  ['drops a bag by a name in one word', { ...svg, own: 'cartIcon' }, false],
  ['drops a search by its label', { ...svg, alt: 'Search' }, false],
  ['drops the way out by its name', { ...svg, own: 'icon logout' }, false],
  ['drops a small drawing next to the logo', { ...unlinked, ...small, names: 'header__logo-row' }, false],
  ['drops a chevron in the menu', { ...svg, ...small, href: 'https://tern.example/all', place: 'nav' }, false],
])('rankPaintedLogos %s', (_, picture, isKept) => {
  expect(ranked([picture])).toHaveLength(isKept ? 1 : 0);
});

test.each<[string, PaintedPicture[], number | undefined]>([
  ['an inline SVG', [paintedPicture({ y: 2_000 }), svg], 1],
  ['a file that only a browser can show', [{ ...logo, url: 'https://tern.example/entities.svg' }], 0],
  ['nothing if the files can be drawn', [logo], undefined],
])('of a page with %s, this is painted', (_, pictures, want) => {
  expect(logoToPaint(ranked(pictures), (url) => url.endsWith('entities.svg'))).toBe(want);
});
