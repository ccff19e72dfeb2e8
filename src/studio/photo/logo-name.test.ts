import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { CutOut } from './cut-out.ts';
import { logoOf } from './logo.ts';
import { emblemOf, nameHeight } from './logo-name.ts';
import { openPicture } from './open.ts';

/** Draws a logo of 240 by `height` pixels. */
async function logo(shapes: string, height = 160): Promise<CutOut> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="${height}">${shapes}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  const opened = await openPicture({ bytes, width: 240, height, role: 'logo', hasAlpha: true, alt: null }, 0);
  const found = opened === undefined ? null : logoOf(opened);
  if (found === null) throw new Error('no logo');
  return found.cutOut;
}

const emblem = '<circle cx="120" cy="50" r="45" fill="#b02030"/>';
const row = (count: number, { y, high }: { y: number; high: number }) =>
  Array.from({ length: count }, (_, at) => {
    const step = 200 / count;
    return `<rect x="${20 + step * at}" y="${y}" width="${step * 0.6}" height="${high}" fill="#111"/>`;
  }).join('');
/** Letters that are joined as in handwriting: upright strokes on one line. */
const script = (strokes: number) =>
  `<path d="M10 132h220" stroke="#111" stroke-width="3"/>${Array.from({ length: strokes }, (_, at) => `<path d="M${12 + (at * 216) / strokes} 116v18" stroke="#111" stroke-width="3"/>`).join('')}`;

describe('nameHeight', () => {
  test.each<[string, string, { height: number; name: string }, number]>([
    ['letters in a row are the name', row(5, { y: 20, high: 60 }), { height: 100, name: 'Fjord' }, 1],
    [
      'letters below an emblem are the name',
      emblem + row(5, { y: 120, high: 30 }),
      { height: 160, name: 'Fjord' },
      0.21,
    ],
    ['handwriting below an emblem is the name', emblem + script(22), { height: 160, name: 'Thai Massage' }, 0.12],
    [
      'one word of the name is the name',
      emblem + row(7, { y: 120, high: 30 }),
      { height: 160, name: 'Verdane & Compagnons' },
      0.21,
    ],
    [
      'a wide logo of joined letters is a name',
      '<path d="M5 40h230v20h-210v10h-20z" fill="#111"/>',
      { height: 100, name: 'Fjord' },
      0.45,
    ],
    [
      'a row of far more letters is another text',
      emblem + row(18, { y: 140, high: 12 }),
      { height: 160, name: 'Fjord' },
      0,
    ],
    ['an emblem has no name', emblem, { height: 160, name: 'Fjord' }, 0],
    ['three bars are no name of eight letters', row(3, { y: 20, high: 110 }), { height: 160, name: 'Atlantis' }, 0],
  ])('%s', async (_, shapes, { height, name }, want) => {
    expect(nameHeight(await logo(shapes, height), name)).toBeCloseTo(want, 1);
  });
});

describe('emblemOf', () => {
  test('an emblem over letters loses the letters', async () => {
    const cutOut = await logo(emblem + row(5, { y: 120, high: 20 }));
    expect(emblemOf(cutOut)).toMatchObject({ width: 90, height: 90 });
  });

  test.each([
    ['letters alone', row(5, { y: 20, high: 60 })],
    ['an emblem of two parts', `${emblem}<circle cx="120" cy="120" r="18" fill="#111"/>`],
    ['an emblem beside letters', `<circle cx="45" cy="50" r="40" fill="#b02030"/>${row(5, { y: 30, high: 30 })}`],
  ])('%s stays whole', async (_, shapes) => {
    expect(emblemOf(await logo(shapes))).toBeNull();
  });
});
