import { expect, test } from '@jest/globals';
import { parseSrcset, type SetCandidate } from './srcset.ts';

test.each<[string, string, SetCandidate[]]>([
  [
    'a width with a height',
    '/a.jpg?w=600 600w 800h, /a.jpg?w=1200 1200w 1600h',
    [
      { url: '/a.jpg?w=600', width: 600 },
      { url: '/a.jpg?w=1200', width: 1200 },
    ],
  ],
  ['a height before the width', '/a.jpg 800h 600w', [{ url: '/a.jpg', width: 600 }]],
  [
    'URLs with commas',
    '/c,w_400,h_300/a.jpg 400w,/c,w_800,h_600/a.jpg 800w',
    [
      { url: '/c,w_400,h_300/a.jpg', width: 400 },
      { url: '/c,w_800,h_600/a.jpg', width: 800 },
    ],
  ],
  [
    'densities, and a URL without a descriptor',
    'a.jpg, b.jpg 1.5x,c.jpg .5x, d.jpg 1e1x',
    [{ url: 'a.jpg' }, { url: 'b.jpg', density: 1.5 }, { url: 'c.jpg', density: 0.5 }, { url: 'd.jpg', density: 10 }],
  ],
  [
    'tabs, new lines and stray commas',
    ',\n\ta.jpg\t400w\n,\n\n,\tb.jpg\f800w\r,',
    [
      { url: 'a.jpg', width: 400 },
      { url: 'b.jpg', width: 800 },
    ],
  ],
  ['a URL that ends with commas', 'a.jpg,,, b.jpg 2x', [{ url: 'a.jpg' }, { url: 'b.jpg', density: 2 }]],
  [
    'a data URL',
    'data:image/gif;base64,R0lGOD== 1x, b.jpg 2x',
    [
      { url: 'data:image/gif;base64,R0lGOD==', density: 1 },
      { url: 'b.jpg', density: 2 },
    ],
  ],
  ['no candidate', ' , ', []],
])('parseSrcset reads %s', (_, set, candidates) => {
  expect(parseSrcset(set)).toEqual(candidates);
});

test.each([
  ['a width of zero', 'a.jpg 0w'],
  ['a height of zero', 'a.jpg 100w 0h'],
  ['a height without a width', 'a.jpg 300h'],
  ['two widths', 'a.jpg 400w 600w'],
  ['a width and a density', 'a.jpg 400w 2x'],
  ['a negative density', 'a.jpg -1x'],
  ['a fraction of a pixel', 'a.jpg 400.5w'],
  ['a capital letter', 'a.jpg 400W'],
  ['a density in capital letters', 'a.jpg 2X'],
  ['parentheses with a comma', 'a.jpg (400w, 2x) 400w'],
  ['a space in the URL', 'a photo.jpg 400w'],
])('parseSrcset leaves out a candidate with %s, and only that', (_, wrong) => {
  const right = [
    { url: 'x.jpg', width: 100 },
    { url: 'y.jpg', width: 200 },
  ];
  expect(parseSrcset(`x.jpg 100w, ${wrong}, y.jpg 200w`)).toEqual(right);
});

test('parseSrcset ignores what follows 65,536 characters, and the candidate that is cut', () => {
  const candidates = parseSrcset(`${'/a.jpg 100w, '.repeat(5_041)}/b.jpg 200w`);
  expect(new Set(candidates.map(({ url }) => url))).toEqual(new Set(['/a.jpg']));
});
