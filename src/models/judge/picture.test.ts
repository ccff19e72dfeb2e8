import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from '@jest/globals';
import { judgePicture } from './picture.ts';

const example = (name: string): Buffer =>
  readFileSync(new URL(`../../../examples/pictures/${name}.jpg`, import.meta.url));
const dunes = example('dunes');
const wanted = { width: 1080, height: 720 };

/** Returns a picture with an SVG drawn over it, on a canvas of 1200 by 800. */
const withDrawing = (picture: Buffer, drawing: string): Promise<Buffer> =>
  sharp(picture)
    .resize(1200, 800)
    .composite([{ input: Buffer.from(`<svg width="1200" height="800">${drawing}</svg>`) }])
    .jpeg({ quality: 92 })
    .toBuffer();
const sign = (text: string, y = 300): string =>
  `<rect x="300" y="${y - 70}" width="640" height="100" fill="#243"/>
  <text x="330" y="${y}" font-family="DejaVu Sans" font-size="64" fill="white">${text}</text>`;

const refusalOf = async (bytes: Buffer, size = wanted): Promise<string> => {
  const verdict = await judgePicture(bytes, size);
  return verdict.kind === 'refused' ? verdict.reasons.join('; ') : 'fit';
};

test.each(['dunes', 'mountain-lake', 'morning-table', 'mug', 'headphones', 'bottle'])(
  'the picture %s is fit',
  async (name) => {
    const picture = example(name);
    const { width, height } = await sharp(picture).metadata();
    expect(await refusalOf(picture, { width, height })).toBe('fit');
  },
);

test('the result is upright, without metadata, and at most twice as large as wanted', async () => {
  const turned = await sharp(dunes).resize(1600, 1080).withMetadata({ orientation: 3 }).jpeg().toBuffer();
  const verdict = await judgePicture(turned, { width: 540, height: 360 });
  expect(verdict.kind).toBe('fit');
  if (verdict.kind !== 'fit') return;
  const { width, height, exif, orientation } = await sharp(verdict.result.bytes).metadata();
  expect([width, height]).toEqual([verdict.result.width, verdict.result.height]);
  expect(width).toBeLessThanOrEqual(1080);
  expect([exif, orientation]).toEqual([undefined, undefined]);
});

test.each(['Fresh Coffee', 'OPEN DAILY', 'Свежий хлеб'])('a sign with %s is refused', async (text) => {
  const picture = await withDrawing(dunes, sign(text));
  expect(await refusalOf(picture)).toBe('the picture has lettering in it');
});

test.each<[fault: string, bytes: () => Promise<Buffer> | Buffer, reason: RegExp]>([
  ['a small picture', () => sharp(dunes).resize(500, 333).jpeg().toBuffer(), /only 500 by 333/],
  ['a portrait', () => sharp(dunes).resize(1080, 1350).jpeg().toBuffer(), /aspect ratio/],
  ['a text', () => Buffer.from('{"error":{"code":503}}'), /not in a supported picture format/],
  ['half of a file', () => dunes.subarray(0, dunes.length >> 1), /damaged/],
  ['nearly all of a file', () => dunes.subarray(0, Math.round(dunes.length * 0.97)), /damaged/],
  [
    'one colour',
    () =>
      sharp({ create: { width: 1080, height: 720, channels: 3, background: '#7a8' } })
        .png()
        .toBuffer(),
    /one colour/,
  ],
  ['a grey band', () => withDrawing(dunes, '<rect y="600" width="1200" height="200" fill="#808080"/>'), /band/],
  ['a black bar at a side', () => withDrawing(dunes, '<rect width="80" height="800" fill="black"/>'), /band/],
  ['an area of noise', noisy, /noise/],
])('%s is refused', async (_, bytes, reason) => {
  expect(await refusalOf(await bytes())).toMatch(reason);
});

test('an animation is refused', async () => {
  const frame = (background: string) => ({ create: { width: 400, height: 300, channels: 3 as const, background } });
  const frames = await Promise.all(['#a33', '#3a3'].map((color) => sharp(frame(color)).png().toBuffer()));
  const animation = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await refusalOf(animation, { width: 400, height: 300 })).toBe('the picture is animated');
});

async function noisy(): Promise<Buffer> {
  const side = 240;
  const pixels = Buffer.alloc(side * side * 3);
  let seed = 1;
  for (let at = 0; at < pixels.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = seed >> 23;
  }
  return sharp(dunes)
    .resize(1080, 720)
    .composite([{ input: pixels, raw: { width: side, height: side, channels: 3 }, left: 300, top: 200 }])
    .jpeg({ quality: 92 })
    .toBuffer();
}
