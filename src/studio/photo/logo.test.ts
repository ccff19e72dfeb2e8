import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { hiddenShare, illegibleShare, inInk, type Logo, logoOf } from './logo.ts';
import { openPicture } from './open.ts';

/** Draws a logo of 240 by `height` pixels. */
async function logo(shapes: string, { height = 120, ground = 'none' } = {}): Promise<Logo> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="${height}"><rect width="240" height="${height}" fill="${ground}"/>${shapes}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  const opened = await openPicture({ bytes, width: 240, height, role: 'logo', hasAlpha: true, alt: null }, 0);
  const found = opened === undefined ? null : logoOf(opened);
  if (found === null) throw new Error('no logo');
  return found;
}

const ring = '<circle cx="60" cy="60" r="40" fill="none" stroke="#102040" stroke-width="14"/>';
const badge =
  '<circle cx="60" cy="60" r="50" fill="#102040"/><path d="M40 40h40v12h-28v8h24v12h-24v20h-12z" fill="#fff"/>';
const letters = (...colors: string[]) =>
  colors.map((color, at) => `<rect x="${10 + 40 * at}" y="30" width="26" height="60" fill="${color}"/>`).join('');
const rings = (...colors: string[]) =>
  colors
    .map((color, at) => `<circle cx="${60 + 50 * at}" cy="60" r="45" fill="none" stroke="${color}" stroke-width="8"/>`)
    .join('');
const halves = (...colors: string[]) =>
  colors.map((color, at) => `<rect x="${10 + 26 * at}" y="30" width="26" height="60" fill="${color}"/>`).join('');

describe('hiddenShare', () => {
  test.each<[string, string, string, 'shows' | 'hides']>([
    ['a navy ring shows on white', ring, '#ffffff', 'shows'],
    ['a navy ring hides on black', ring, '#000000', 'hides'],
    ['a gold letter shows on white, as on the page of its brand', letters('#c9a24d', '#c9a24d'), '#ffffff', 'shows'],
    ['a yellow letter among black ones hides on yellow', letters('#111111', '#ffd400', '#111111'), '#ffcc00', 'hides'],
    ['a white letter on its own badge shows on white', badge, '#ffffff', 'shows'],
    ['a badge hides on its own colour', '<circle cx="60" cy="60" r="50" fill="#102040"/>', '#102040', 'hides'],
    ['a red letter hides on a blue of its lightness', letters('#d01020', '#d01020'), '#1d4ed8', 'hides'],
  ])('%s', async (_, shapes, ground, want) => {
    const share = hiddenShare((await logo(shapes)).cutOut, ground);
    expect(share > 0.04 ? 'hides' : 'shows').toBe(want);
  });

  test('a logo over a photo hides if it shows on only one of its extremes', async () => {
    const { cutOut } = await logo(ring);
    expect(hiddenShare(cutOut, ['#111111', '#ffffff'])).toBeGreaterThan(0.5);
  });
});

describe('illegibleShare', () => {
  const row = (shape: (x: number) => string) => Array.from({ length: 6 }, (_, at) => shape(100 + at * 23)).join('');
  const thin = (x: number) => `<path d="M${x} 45v30M${x} 60h14M${x + 14} 45v30" stroke="#555" stroke-width="2"/>`;
  const block = (x: number) => `<rect x="${x}" y="40" width="14" height="40" fill="#005ca9"/>`;
  const bordered = (x: number) =>
    `<rect x="${x}" y="40" width="16" height="40" fill="#111" stroke="#ffc500" stroke-width="3"/>`;
  const lined = `<path d="M90 90h150M90 20h150" stroke="#c8a330" stroke-width="3"/>${row((x) => `<path d="M${x} 45v30M${x} 60h14M${x + 14} 45v30" stroke="#0d0d0d" stroke-width="2"/><path d="M${x + 2} 47v3" stroke="#2c2c2c" stroke-width="2"/>`)}`;
  const berry =
    '<circle cx="45" cy="70" r="40" fill="#d43b41"/><path d="M10 10h70v18h-70z" fill="#839e4b"/><path d="M10 1h70v9h-70z" fill="#acc35a"/>';

  test.each<[string, string, string, number]>([
    ['letters of less contrast than 3:1 are illegible', row(block), '#0d1824', 1],
    ['thin grey letters beside an emblem in other colours are illegible', berry + row(thin), '#452023', 1],
    ['thin black letters above a golden line are illegible on black', lined, '#161a22', 1],
    ['an emblem of the same contrast is not', '<circle cx="60" cy="60" r="40" fill="#005ca9"/>', '#0d1824', 0],
    ['dark letters with a pale border are legible on white', row(bordered), '#ffffff', 0],
    ['and so they are on black', row(bordered), '#000000', 0],
  ])('%s', async (_, shapes, ground, want) => {
    expect(illegibleShare((await logo(shapes)).cutOut, ground)).toBeCloseTo(want, 1);
  });
});

describe('inInk', () => {
  test.each<[string, string, 'all' | 'some' | 'none' | null]>([
    ['a mark of one ink changes as a whole', ring, 'all'],
    ['a badge with a letter does not change, so its counters stay', badge, 'none'],
    [
      'dark grey letters change, and a coloured letter between them stays',
      letters('#222222', '#ff9500', '#222222'),
      'some',
    ],
    ['letters in two dark colours change as a whole', letters('#701018', '#0a4a2a'), 'all'],
    ['strokes of two colours that cross change as a whole', rings('#7a1f2a', '#0a4a2a'), 'all'],
    ['letters in two colours that touch do not change', halves('#701018', '#1030a0'), null],
  ])('%s', async (_, shapes, want) => {
    const { cutOut } = await logo(shapes);
    const inked = inInk(cutOut, '#181818', '#ffffff');
    expect(inked && nameOf(changedShare(cutOut.pixels, inked.pixels))).toBe(want);
    if (inked !== null) expect(hiddenShare(inked, '#181818')).toBeLessThan(0.04);
  });
});

const nameOf = (changed: number): string => (changed > 0.99 ? 'all' : changed < 0.01 ? 'none' : 'some');

function changedShare(before: Buffer, after: Buffer): number {
  let [visible, changed] = [0, 0];
  for (let at = 0; at < before.length; at += 4) {
    if ((before[at + 3] ?? 0) < 128) continue;
    visible++;
    if (before[at] !== after[at]) changed++;
  }
  return changed / visible;
}

describe('logoOf', () => {
  test('a white ground is removed, also inside letters', async () => {
    const { cutOut } = await logo(ring, { ground: '#ffffff' });
    const middle = ((cutOut.height >> 1) * cutOut.width + (cutOut.width >> 1)) * 4 + 3;
    expect([cutOut.ground, cutOut.pixels[middle]]).toEqual(['#ffffff', 0]);
  });

  test('what a badge encloses in the colour of the ground stays', async () => {
    const { cutOut } = await logo(badge, { ground: '#ffffff' });
    const letter = ((cutOut.height >> 1) * cutOut.width + Math.round(cutOut.width * 0.37)) * 4;
    expect([...cutOut.pixels.subarray(letter, letter + 4)]).toEqual([255, 255, 255, 255]);
  });

  test('a small file is an icon', async () => {
    const bytes = await sharp({ create: { width: 48, height: 48, channels: 3, background: '#ffffff' } })
      .composite([
        { input: Buffer.from('<svg width="30" height="30"><circle cx="15" cy="15" r="15" fill="#d01020"/></svg>') },
      ])
      .png()
      .toBuffer();
    const opened = await openPicture({ bytes, width: 48, height: 48, role: 'logo', hasAlpha: false, alt: null }, 0);
    expect(opened && logoOf(opened)).toMatchObject({ isIcon: true });
  });
});
