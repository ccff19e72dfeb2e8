import { expect, test } from '@jest/globals';
import { paintedPicture } from '../../../../test/support/painted.ts';
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
    'drops a picture with a lower score than an inline SVG',
    [{ ...logo, kind: 'svg', url: '', names: 'logo' }, paintedPicture({ place: 'header', names: 'logo' })],
    [],
  ],
  [
    'keeps a picture with a higher score than an inline SVG',
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
