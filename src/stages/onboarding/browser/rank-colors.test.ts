import { expect, test } from '@jest/globals';
import { pageFacts, painted, paintedButton } from '../../../../test/support/brands/painted.ts';
import type { ColorGrid } from './color-grid.ts';
import { clusters, rankColors, type PaintedColors } from './rank-colors.ts';

const white: ColorGrid = { cells: new Map([['#ffffff', 3_000]]), plain: 3_000, pictureShare: 0 };
const green = { hex: '#0b5d3b', share: 0.4 };

const colorsOf = (seen: Partial<PaintedColors>): string[] =>
  rankColors({ facts: pageFacts({}), grid: white, logo: [], screen: [], ...seen }).map(
    ({ value }) => `${value.role} ${value.hex}`,
  );

test.each<[string, Partial<PaintedColors>, string]>([
  ['the filled button', { facts: pageFacts({ words: [paintedButton({})] }) }, 'primary #b3261e'],
  ['the logo, where no button is filled', { logo: [green] }, 'primary #0b5d3b'],
  [
    'a large area',
    {
      grid: {
        cells: new Map([
          ['#123a8c', 1_500],
          ['#ffffff', 1_500],
        ]),
        plain: 3_000,
        pictureShare: 0,
      },
    },
    'primary #123a8c',
  ],
  ['theme-color, where nothing else is coloured', { facts: pageFacts({ themeColor: '#884400' }) }, 'primary #884400'],
  [
    'a black button, where nothing else is coloured',
    { facts: pageFacts({ words: [paintedButton({ fill: 'rgb(0, 0, 0)' })] }) },
    'primary #000000',
  ],
  [
    'the palette of pictures that cover the screen',
    { grid: { ...white, pictureShare: 0.8 }, screen: [{ hex: '#c4561a', share: 0.4 }] },
    'primary #c4561a',
  ],
  [
    'the logo before a button in the default colour of a framework',
    { facts: pageFacts({ words: [paintedButton({ fill: 'rgb(13, 110, 253)' })] }), logo: [green] },
    'primary #0b5d3b',
  ],
  [
    'a colour before one that is nearly black',
    { facts: pageFacts({ words: [paintedButton({ fill: 'rgb(22, 19, 38)' })] }), logo: [green] },
    'primary #0b5d3b',
  ],
  [
    'a button before one of the many colours of a logo',
    {
      facts: pageFacts({ words: [paintedButton({})] }),
      logo: ['#ed3654', '#a18c00', '#0b5d3b', '#123a8c'].map((hex) => ({ hex, share: 0.1 })),
    },
    'primary #b3261e',
  ],
  [
    'a bold black button before a faint colour of headings',
    {
      facts: pageFacts({
        words: [
          paintedButton({ fill: 'rgb(0, 0, 0)', y: 200, width: 200 }),
          paintedButton({ fill: 'rgb(0, 0, 0)', y: 400, width: 200 }),
          painted({ color: 'rgb(139, 94, 60)', size: 20 }),
        ],
      }),
    },
    'primary #000000',
  ],
  [
    'headings before the light ground of the page',
    {
      facts: pageFacts({
        ground: 'rgb(231, 225, 203)',
        words: Array.from({ length: 3 }, () => painted({ color: 'rgb(217, 75, 50)', size: 40 })),
      }),
      grid: { cells: new Map([['#e7e1cb', 3_000]]), plain: 3_000, pictureShare: 0 },
    },
    'primary #d94b32',
  ],
  [
    'a button before a chat that is fixed to the lower edge',
    {
      facts: pageFacts({
        words: [
          paintedButton({ fill: 'rgb(108, 62, 184)', y: 800, isFixed: true, names: 'chat-bubble' }),
          paintedButton({ y: 1_200 }),
        ],
      }),
    },
    'primary #b3261e',
  ],
  [
    'dark headings, where nothing else is coloured',
    { facts: pageFacts({ words: [painted({ size: 40 })] }) },
    'primary #1e1e1e',
  ],
])('rankColors leads with %s', (_, seen, want) => {
  expect(colorsOf(seen)[0]).toBe(want);
});

test('rankColors adds up the evidence of nearly equal colours', () => {
  const words = [
    paintedButton({ text: 'Subscribe', fill: 'rgb(20, 60, 200)', place: 'footer', y: 1_900 }),
    ...Array.from({ length: 4 }, () => painted({ color: 'rgb(11, 93, 59)', size: 40 })),
  ];
  expect(colorsOf({ facts: pageFacts({ words }), logo: [green] })[0]).toBe('primary #0b5d3b');
});

test('many links are one reason for a colour', () => {
  const links = Array.from({ length: 20 }, () => painted({ kind: 'action', tag: 'a', color: 'rgb(20, 60, 200)' }));
  expect(colorsOf({ facts: pageFacts({ words: [...links, paintedButton({})] }) })[0]).toBe('primary #b3261e');
});

test.each([
  ['https://wa.me/49123', 'rgb(37, 211, 102)'],
  ['https://lin.ee/a1b2c3', 'rgb(6, 199, 85)'],
])('the green of a messenger at %s is not a colour of the brand', (href, fill) => {
  const words = [paintedButton({ fill, href })];
  expect(colorsOf({ facts: pageFacts({ words }), logo: [green] })[0]).toBe('primary #0b5d3b');
});

test('the blue of links without a style is not a colour of the brand', () => {
  const links = [painted({ kind: 'action', tag: 'a', color: 'rgb(0, 0, 238)' })];
  expect(colorsOf({ facts: pageFacts({ words: links }) }).filter((each) => each.startsWith('primary'))).toEqual([]);
});

test('thousands of colours form a limited number of groups, those with the strongest evidence', () => {
  const all = Array.from({ length: 16 ** 3 }, (_, at) => {
    const hex = `#${at.toString(16).padStart(3, '0').replaceAll(/./g, '$&$&')}`;
    return { hex, weight: 0.1, label: 'area' };
  });
  const found = clusters([...all, { hex: '#b3261e', weight: 0.5, label: 'button' }]);
  expect(found).toContainEqual(expect.objectContaining({ hex: '#b3261e', label: 'button' }));
  expect(found).toHaveLength(100);
});
