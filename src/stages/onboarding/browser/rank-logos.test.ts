import { expect, test } from '@jest/globals';
import { paintedPicture, paintedSvg } from '../../../../test/support/brands/painted.ts';
import type { PaintedPicture } from './facts.ts';
import { rankLogos, scoreLogos } from './rank-logos.ts';

const base = new URL('https://tern.example/');
const logo = paintedPicture({ url: 'https://tern.example/tern.svg', href: 'https://tern.example/', place: 'header' });

test.each<[string, PaintedPicture[], string[]]>([
  [
    'returns the picture in the home link',
    [paintedPicture({ place: 'header', href: 'https://tern.example/sale' }), logo],
    ['tern.svg'],
  ],
  ['drops a picture that did not load', [{ ...logo, naturalWidth: 0 }], []],
  ['drops a picture of the footer', [{ ...logo, place: 'footer', y: 3_000 }], []],
  ['drops the logo of a partner', [paintedPicture({ names: 'partner-logo', y: 1_200 })], []],
  ['drops a large picture', [{ ...logo, width: 1_280, height: 600 }], []],
  [
    'drops a picture with a lower score than an inline SVG that cannot be drawn',
    [{ ...logo, kind: 'svg', url: '', names: 'logo' }, paintedPicture({ place: 'header', names: 'logo' })],
    [],
  ],
  [
    'keeps a picture with a higher score than an inline SVG that cannot be drawn',
    [logo, { ...logo, kind: 'svg', url: '', names: '', y: 400 }],
    ['tern.svg'],
  ],
  [
    'returns the first picture at the top of a page without a header',
    [
      paintedPicture({ url: 'https://tern.example/mark.png', x: 20, y: 30, width: 150, height: 80 }),
      paintedPicture({ x: 20, y: 300, width: 150, height: 80 }),
    ],
    ['mark.png'],
  ],
  [
    'returns a picture of the hero that is named after the logo',
    [paintedPicture({ url: 'https://tern.example/logo.png', names: '', x: 320, y: 140, width: 640, height: 610 })],
    ['logo.png'],
  ],
  ['drops an address that is not http', [{ ...logo, url: '' }], []],
])('rankLogos %s', (_, pictures, want) => {
  const found = rankLogos(scoreLogos(pictures, { base, url: base }), base);
  expect(found.map(({ value }) => value.slice(base.href.length))).toEqual(want);
});

const svg = paintedSvg({ href: 'https://tern.example/', place: 'header', width: 120, height: 40 });
const unlinked = { ...svg, href: '' };
const small = { width: 24, height: 24 };

test.each<[string, PaintedPicture[], string[]]>([
  ['returns an inline SVG in the home link before a picture', [svg, { ...logo, names: '', y: 300 }], ['data', 'http']],
  ['returns an inline SVG after a better picture', [logo, { ...svg, y: 400 }], ['http', 'data']],
  ['returns a small logo in the home link', [{ ...svg, ...small, names: 'site-logo' }], ['data']],
  ['returns a wordmark at the top of a page', [{ ...unlinked, names: '' }], ['data']],
  ['drops the sign of a menu in a button', [{ ...unlinked, isControl: true, names: 'logo-bar' }], []],
  ['drops the sign of a menu in a link to the top', [{ ...svg, ...small, href: 'https://tern.example/#' }], []],
  ['drops a bag by its name', [{ ...svg, own: 'icon-bag' }], []],
  ['returns a brand whose name is also that of an icon', [{ ...svg, alt: 'Tern Arrow' }], ['data']],
  ['returns a brand whose name begins like that of an icon', [{ ...svg, alt: 'Cartier' }], ['data']],
  ['drops a bag by a name in one word', [{ ...svg, own: 'cartIcon' }], []],
  ['drops a search by its label', [{ ...svg, alt: 'Search' }], []],
  ['drops the way out by its name', [{ ...svg, own: 'icon logout' }], []],
  ['drops a small drawing next to the logo', [{ ...unlinked, ...small, names: 'header__logo-row' }], []],
  ['drops a chevron in the menu', [{ ...svg, ...small, href: 'https://tern.example/all', place: 'nav' }], []],
])('rankLogos %s', (_, pictures, want) => {
  const found = rankLogos(scoreLogos(pictures, { base, url: base }), base);
  expect(found.map(({ value }) => value.slice(0, 4))).toEqual(want);
});
