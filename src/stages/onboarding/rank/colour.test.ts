import { expect, test } from '@jest/globals';
import { pageFacts, painted, paintedButton } from '../../../../test/support/brands/painted.ts';
import type { ColorGrid } from '../browser/color-grid.ts';
import { paintedColors, type PaintedColors } from '../browser/painted-colors.ts';
import { evidence, type Evidence } from '../evidence.ts';
import { logoEvidence } from '../logo-pixels.ts';
import { brandColours, colourCandidates, distinctColours } from './colour.ts';

const white: ColorGrid = { cells: new Map([['#ffffff', 3_000]]), plain: 3_000, pictureShare: 0 };
const green = { hex: '#0b5d3b', share: 0.4 };

/** Returns the evidence of a painted page, and of the file of its logo. */
const foundOn = (seen: Partial<PaintedColors>): Evidence<string>[] => [
  ...paintedColors({ facts: pageFacts({}), grid: white, logo: [], screen: [], ...seen }),
  ...logoEvidence(seen.logo ?? [], 'logo-file', 'logo-pixels'),
];

const colorsOf = (seen: Partial<PaintedColors>): string[] =>
  brandColours(foundOn(seen)).map(({ role, hex }) => `${role} ${hex}`);

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
    'a button before one of the many colours of a logo',
    {
      facts: pageFacts({ words: [paintedButton({})] }),
      logo: ['#ed3654', '#a18c00', '#0b5d3b', '#123a8c'].map((hex) => ({ hex, share: 0.1 })),
    },
    'primary #b3261e',
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
])('the primary colour is %s', (_, seen, want) => {
  expect(colorsOf(seen)[0]).toBe(want);
});

test('the evidence of nearly equal colours is added up', () => {
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

test('thousands of colours are few groups, those with the most evidence', () => {
  const all = Array.from({ length: 16 ** 3 }, (_, at) => {
    const hex = `#${at.toString(16).padStart(3, '0').replaceAll(/./g, '$&$&')}`;
    return evidence(hex, 'painted', { 'painted.area': 0.0001 });
  }).flat();
  const found = [...all, ...evidence('#b3261e', 'painted', { 'painted.button': 1 })];
  expect(distinctColours(found)[0]).toMatchObject({ value: '#b3261e' });
  expect(distinctColours(found).length).toBeLessThanOrEqual(200);
  expect(colourCandidates(found).length).toBeLessThanOrEqual(14);
});

test('nearly equal colours are one colour with the evidence of both readers', () => {
  const found = [
    ...evidence('#b3261e', 'stylesheet', { 'property.primary': 1 }),
    ...evidence('#b3271f', 'painted', { 'painted.button': 0.5 }),
    ...evidence('#b3271f', 'painted', { 'painted.button': 0.25 }),
  ];
  expect(distinctColours(found)).toMatchObject([
    { value: '#b3261e', source: 'stylesheet', features: { 'property.primary': 1, 'painted.button': 0.75 } },
  ]);
});

test('the ground of the page is the surface, and the colour of most of its texts the ink', () => {
  const words = [
    painted({ kind: 'paragraph', tag: 'p', text: 'A long text. '.repeat(20), color: 'rgb(34, 42, 38)' }),
    painted({ kind: 'paragraph', tag: 'p', text: 'Short', color: 'rgb(90, 90, 90)' }),
    paintedButton({}),
  ];
  expect(colorsOf({ facts: pageFacts({ words }) })).toEqual(
    expect.arrayContaining(['primary #b3261e', 'surface #ffffff', 'ink #222a26']),
  );
});
