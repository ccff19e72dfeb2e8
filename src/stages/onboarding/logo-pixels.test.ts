import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { logoColors } from './logo-pixels.ts';

async function hexesOf(bytes: Buffer): Promise<string[]> {
  return (await logoColors(bytes)).map(({ value }) => value);
}

/** Red disc with a small blue bar on a transparent ground, like a logo. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">
  <circle cx="50" cy="50" r="48" fill="#d7263d"/><rect x="120" y="30" width="60" height="40" fill="#1b4f9c"/>
  <rect x="120" y="80" width="60" height="4" fill="#222222"/></svg>`;

describe('logoColors', () => {
  test.each(['png', 'webp', 'gif'] as const)(
    'the colours of a logo as %s are the saturated ones, with the largest area first',
    async (format) => {
      const bytes = await sharp(Buffer.from(drawing)).toFormat(format).toBuffer();
      const [first, second] = await logoColors(bytes);
      expect(first?.features).toMatchObject({ 'logo-file.first': 1 });
      expect(first?.value).toMatch(/^#d[5-9]2[4-8]3[b-f]$/);
      expect(second?.value).toMatch(/^#1[9a-d]4[d-f]9[a-e]$/);
    },
  );

  test('the colours of an SVG logo come from its paints, without drawing it', async () => {
    expect((await hexesOf(Buffer.from(drawing))).sort()).toEqual(['#1b4f9c', '#222222', '#d7263d']);
  });

  test('the grey of a logo without another colour is its only one', async () => {
    const bytes = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#111' } })
      .png()
      .toBuffer();
    expect(await logoColors(bytes)).toMatchObject([{ value: '#111111', features: { 'logo-file.only': 1 } }]);
  });
});

const nestedEntities = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
  '',
);

describe('hostile logos', () => {
  test.each<[why: string, bytes: Buffer]>([
    ['a file that is not a picture', Buffer.from('hello')],
    ['an empty file', Buffer.alloc(0)],
    ['a PNG that ends after its header', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    [
      'a PNG that claims an enormous size',
      Buffer.from('89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000a1b2c3d4', 'hex'),
    ],
    [
      'an SVG that reads a file through an entity',
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
      ),
    ],
    [
      'an SVG that includes other files',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file:///etc/passwd"/><image href="http://127.0.0.1:1/x.png"/></svg>',
      ),
    ],
    [
      'an SVG of nested entities',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY l0 "lol">${nestedEntities}]><svg><text fill="none">&l12;</text></svg>`),
    ],
  ])('logoColors finds no colours in %s', async (_, bytes) => {
    expect(await logoColors(bytes)).toEqual([]);
  });
});
