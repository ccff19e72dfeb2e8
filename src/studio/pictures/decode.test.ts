import { describe, expect, test } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { madeLogoSvg, madePackshot, madePhoto } from '../../../test/support/studio/made-pictures.ts';
import { greyProgressiveJpeg } from '../../../test/support/studio/damaged-pictures.ts';
import { decodePicture, type Decoded, type DecodeOptions } from './decode.ts';

const photo: DecodeOptions = { mayBeSvg: false, covers: [{ width: 1024, height: 1024 }], logoSidePx: 800 };
const logo: DecodeOptions = { ...photo, mayBeSvg: true };

async function reasonOf(bytes: Buffer, wish = photo): Promise<string> {
  const decoded = await decodePicture(bytes, wish);
  return decoded.kind === 'refused' ? decoded.reason : 'accepted';
}

async function pictureOf(bytes: Buffer, wish = photo): Promise<Extract<Decoded, { kind: 'picture' }>['picture']> {
  const decoded = await decodePicture(bytes, wish);
  if (decoded.kind === 'refused') throw new Error(decoded.reason);
  return decoded.picture;
}

const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: { r: 200, g: 30, b: 40, alpha: 1 } },
    limitInputPixels: false,
  });

/** Returns a PNG whose header claims a size that its data cannot have. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const data = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('decoded pictures', () => {
  test('a large photo is reduced to slightly more than the largest ad needs', async () => {
    const { width, height } = await pictureOf(await madePhoto(3000, 2000));
    expect({ width, height }).toEqual({ width: 1843, height: 1229 });
  });

  test('a small photo is not enlarged', async () => {
    expect(await pictureOf(await madePhoto(300, 200))).toMatchObject({ width: 300, height: 200, hasAlpha: false });
  });

  test('a photo is rotated as its EXIF orientation says', async () => {
    const lying = await sharp(await madePhoto(400, 200))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const picture = await pictureOf(lying);
    expect(picture).toMatchObject({ width: 200, height: 400 });
    expect((await sharp(picture.bytes).metadata()).orientation).toBeUndefined();
  });

  test('the place and time of a photo are removed', async () => {
    const told = await sharp(await madePhoto(400, 200))
      .withExif({ IFD3: { GPSLatitude: '52/1' } })
      .jpeg()
      .toBuffer();
    const { exif, xmp, icc } = await sharp((await pictureOf(told)).bytes).metadata();
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
  });

  test('a cut-out keeps its transparency, and an opaque alpha channel is removed', async () => {
    expect((await pictureOf(await madePackshot(200, 200))).hasAlpha).toBe(true);
    const opaque = await blank(100, 100, 4).png().toBuffer();
    const picture = await pictureOf(opaque);
    expect(picture.hasAlpha).toBe(false);
    expect((await sharp(picture.bytes).metadata()).hasAlpha).toBe(false);
  });

  test.each(['webp', 'avif', 'tiff', 'gif', 'png', 'jpeg'] as const)('decodePicture reads %s', async (format) => {
    const bytes = await sharp(await madePhoto(200, 150))
      .toFormat(format)
      .toBuffer();
    expect(await pictureOf(bytes)).toMatchObject({ width: 200, height: 150 });
  });

  test('CMYK and 16-bit pictures become 8-bit sRGB', async () => {
    const cmyk = await sharp(await madePhoto(200, 150))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    const deep = await sharp(await madePhoto(200, 150))
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    for (const bytes of [cmyk, deep]) {
      const { space, depth } = await sharp((await pictureOf(bytes)).bytes).metadata();
      expect([space, depth]).toEqual(['srgb', 'uchar']);
    }
  });

  test('the first frame of an animation is used, however many frames follow', async () => {
    const frame = (at: number) => ({
      width: 100,
      height: 60,
      channels: 3 as const,
      background: { r: at * 6, g: 90, b: 90 },
    });
    const frames = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        sharp({ create: frame(at) })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBeGreaterThan(9);
    expect(await pictureOf(gif)).toMatchObject({ width: 100, height: 60 });
  });
});

describe('refused pictures', () => {
  test('a picture over 50 megapixels is refused by its header alone', async () => {
    expect(await reasonOf(pngClaiming(30_000, 30_000))).toBe('the picture is over 50 megapixels');
    expect(await reasonOf(await blank(8_000, 6_400).png().toBuffer())).toBe('the picture is over 50 megapixels');
  });

  test('a picture whose header claims more data than follows is refused', async () => {
    expect(await reasonOf(pngClaiming(5_000, 5_000))).toBe('the file is damaged or incomplete');
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('a truncated %s is refused', async (format) => {
    const whole = await sharp(await madePhoto(600, 400))
      .toFormat(format)
      .toBuffer();
    expect(await reasonOf(whole.subarray(0, whole.length >> 1))).toBe('the file is damaged or incomplete');
  });

  test('a large picture in a format that must be decoded as a whole is refused', async () => {
    const avif = await blank(6_000, 4_000).avif({ effort: 0 }).toBuffer();
    expect(await reasonOf(avif)).toBe('the picture would take too much memory to decode (AVIF, 24 megapixels)');
  });

  test('a large progressive JPEG in full colour resolution is decoded', async () => {
    expect(await pictureOf(greyProgressiveJpeg(6_000, 6_200))).toMatchObject({ width: 1229, height: 1270 });
  });

  test('an invisible picture is refused', async () => {
    const ghost = await sharp({
      create: { width: 90, height: 90, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect(await reasonOf(ghost)).toBe('the picture has no visible content');
    expect(await reasonOf(await blank(1, 1).png().toBuffer())).toBe('the picture is only 1 by 1 pixels');
  });

  test.each<[string, Buffer, string]>([
    ['an empty file', Buffer.alloc(0), 'the file is empty'],
    ['a web page', Buffer.from('<!doctype html><html>'), 'the file is a web page, not a picture'],
    ['a stylesheet', Buffer.from('body { margin: 0 }'), 'the file is a stylesheet, not a picture'],
    ['an archive', Buffer.from('PK\x03\x04\x14\0'), 'the file is not in a supported picture format'],
    ['a text', Buffer.from('hello'), 'the file is not in a supported picture format'],
    ['a font', Buffer.from('wOF2aaaaaaaaaaaa'), 'the file is not in a supported picture format'],
    ['an SVG as a photo', madeLogoSvg(), 'the file is an SVG; only logos may be SVGs'],
  ])('%s is refused with its reason', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toBe(reason);
  });
});

const svg = (inside: string, attributes = 'width="120" height="40"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );
const broken = 'the picture is damaged, or drawing it takes over 5 seconds or too much memory';
const mark = '<rect width="50" height="30" fill="#c00"/>';

describe('SVG logos', () => {
  test('an SVG logo is drawn in the size that the ad needs, whatever size it declares', async () => {
    for (const attributes of ['width="12" height="4"', 'viewBox="0 0 120 40"', 'width="9000" height="3000"']) {
      const { width, hasAlpha } = await pictureOf(svg(mark.repeat(1), attributes), logo);
      expect(width).toBeGreaterThanOrEqual(780);
      expect(width).toBeLessThanOrEqual(820);
      expect(hasAlpha).toBe(true);
    }
  });

  test.each<[string, Buffer, string]>([
    [
      'an entity bomb',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg('&b;').toString()}`),
      'the file is an SVG whose entities are more than short texts',
    ],
    [
      'a reference to a file',
      svg('<use xlink:href="file:///etc/hostname#x"/>'),
      'the file is an SVG that refers to other files',
    ],
    [
      'a reference to a file by its path alone',
      svg(`${mark}<use href="/etc/hostname#x"/>`),
      'the file is an SVG that refers to other files',
    ],
    [
      'a reference to the web',
      svg(`${mark}<use href="https://evil.example/x.svg#x"/>`),
      'the file is an SVG that refers to other files',
    ],
    [
      'an embedded picture that is damaged',
      svg('<image width="9" height="9" href="data:image/png;base64,AAAA"/>'),
      'a picture inside the SVG cannot be used (the file is not in a supported picture format)',
    ],
    [
      'an embedded picture of over 50 megapixels',
      svg(
        `<image width="9" height="9" href="data:image/png;base64,${pngClaiming(30_000, 30_000).toString('base64')}"/>`,
      ),
      'a picture inside the SVG cannot be used (the picture is over 50 megapixels)',
    ],
    [
      'an inclusion',
      svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="x" parse="text"/>'),
      'the file is an SVG that includes other files',
    ],
    [
      'an encoding in which tags have other bytes',
      Buffer.from('<?xml version="1.0" encoding="UTF-7"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'the file is an SVG in an unknown encoding',
    ],
    ['an SVG that draws 2 MiB', svg(mark.repeat(50_000)), 'the file is an SVG that draws over 1 MiB'],
    ['an SVG of 9 MiB', svg(`<metadata>${'x'.repeat(9 * 1024 * 1024)}</metadata>`), 'the file is an SVG of over 8 MiB'],
    ['an empty SVG', svg(''), 'the picture has no visible content'],
    ['half an SVG', svg(mark).subarray(0, 130), 'the file is damaged or incomplete'],
    ['an enormous canvas', svg(mark, 'width="1e9" height="1e9"'), broken],
  ])('an SVG logo is refused: %s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes, logo)).toBe(reason);
  });

  test('an SVG logo with a link and a local reference is accepted', async () => {
    const linked = svg(`<a href="https://brand.example"><g id="m">${mark}</g></a><use xlink:href="#m" y="5"/>`);
    expect(await reasonOf(linked, logo)).toBe('accepted');
  });

  test('an SVG logo with filters that need gigabytes is refused without a crash', async () => {
    const layers = Array.from({ length: 200 }, (_, at) => `<feOffset in="SourceGraphic" dx="${at}" result="l${at}"/>`);
    const merged = layers.map((_, at) => `<feMergeNode in="l${at}"/>`);
    const filter = `<filter id="f">${layers.join('')}<feMerge>${merged.join('')}</feMerge></filter>`;
    const bomb = svg(`${filter}<rect filter="url(#f)" width="3000" height="3000"/>`, 'width="3000" height="3000"');
    expect(await reasonOf(bomb, { ...logo, logoSidePx: 3_277 })).toBe(broken);
  });

  test('an SVG logo with references that multiply is refused', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, at) => `<g id="l${at + 1}">${`<use xlink:href="#l${at}"/>`.repeat(10)}</g>`,
    );
    expect(await reasonOf(svg(`<g id="l0">${mark}</g>${levels.join('')}`), logo)).toBe(broken);
  });
});
