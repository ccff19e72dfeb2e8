import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import {
  bandedPicture,
  cutAt,
  jpegSegment,
  labProfile,
  pngChunk,
  withByte,
  withChunks,
  withHeight,
  withSegments,
} from '../../../test/support/studio/damaged-pictures.ts';
import { decodePicture } from './decode.ts';

const damaged = 'the file is damaged or incomplete';
const options = { mayBeSvg: false, covers: [{ width: 1024, height: 1024 }], logoSidePx: 800 };
const made: Record<string, Buffer> = {};

beforeAll(async () => {
  made['jpeg'] = await bandedPicture('jpeg');
  made['progressive'] = await bandedPicture('jpeg', { progressive: true });
  made['cmyk'] = await sharp(made['jpeg']).toColourspace('cmyk').jpeg().toBuffer();
  made['png'] = await bandedPicture('png');
  made['interlaced'] = await bandedPicture('png', { progressive: true });
  made['gif'] = await bandedPicture('gif', { interlace: false });
  made['webp'] = await bandedPicture('webp');
  made['avif'] = await bandedPicture('avif');
});

const file = (name: string): Buffer => made[name] ?? Buffer.alloc(0);

/** Returns width and height of the decoded picture and the colour of its last row, or why it is refused. */
async function decoded(bytes: Buffer): Promise<{ width: number; height: number; bottom: string } | string> {
  const result = await decodePicture(bytes, options);
  if (result.kind === 'refused') return result.reason;
  const { width, height, bytes: picture } = result.picture;
  return { width, height, bottom: await colorOf(picture, { left: 0, top: height - 1, width, height: 1 }) };
}

async function colorOf(picture: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const { channels } = await sharp(await sharp(picture).extract(part).png().toBuffer()).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  const strong = Object.entries({ red, green, blue }).find(([, level]) => level > (red + green + blue) / 2);
  return strong?.[0] ?? 'grey';
}

const whole = { width: 480, height: 320, bottom: 'blue' };

describe('pictures that browsers show although the file has faults', () => {
  test.each<[string, () => Buffer]>([
    ['a JPEG without its end marker', () => file('jpeg').subarray(0, -2)],
    ['a JPEG with a web page after its end', () => Buffer.concat([file('jpeg'), Buffer.from('<html>Oops</html>')])],
    ['a JPEG with zeros after its end', () => Buffer.concat([file('jpeg'), Buffer.alloc(3_000)])],
    [
      'a JPEG with stray bytes before its end marker',
      () => Buffer.concat([file('jpeg').subarray(0, -2), Buffer.alloc(7, 1), file('jpeg').subarray(-2)]),
    ],
    [
      'a JPEG with broken EXIF data',
      () => withSegments(file('jpeg'), jpegSegment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff'))),
    ],
    [
      'a JPEG with a broken colour profile',
      () =>
        withSegments(
          file('jpeg'),
          jpegSegment(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${'not a profile'.repeat(20)}`)),
        ),
    ],
    ['a progressive JPEG that lacks its last refinements', () => cutAt(file('progressive'), 0.9)],
    ['a CMYK JPEG without its end marker', () => file('cmyk').subarray(0, -2)],
    ['a PNG with a wrong checksum of a text', () => withChunks(file('png'), pngChunk('tEXt', Buffer.from('a\0b'), 1))],
    ['a PNG with a broken colour profile', () => withChunks(file('png'), pngChunk('iCCP', Buffer.from('a\0\0b')))],
    ['a PNG with a chunk of a wrong length', () => withChunks(file('png'), pngChunk('gAMA', Buffer.from('a')))],
    ['a PNG with a wrong checksum of its pixels', () => withByte(file('png'), -14)],
    ['a PNG without its end', () => file('png').subarray(0, -12)],
    ['a PNG with bytes after its end', () => Buffer.concat([file('png'), Buffer.alloc(900, 7)])],
    ['a GIF without its end', () => file('gif').subarray(0, -1)],
    ['a WebP with bytes after its end', () => Buffer.concat([file('webp'), Buffer.alloc(900, 7)])],
    [
      'the first picture of an animation in AVIF',
      () => Buffer.concat([file('avif').subarray(0, 8), Buffer.from('avis'), file('avif').subarray(12)]),
    ],
  ])('%s is decoded whole', async (_, bytes) => {
    expect(await decoded(bytes())).toEqual(whole);
  });

  test.each<[string, () => Buffer]>([
    ['a JPEG', () => cutAt(file('jpeg'), 0.97)],
    ['a JPEG whose header states more rows than it has', () => withHeight(file('jpeg'), 340)],
    ['a CMYK JPEG', () => cutAt(file('cmyk'), 0.97)],
    ['a PNG', () => cutAt(file('png'), 0.97)],
    ['a GIF', () => cutAt(file('gif'), 0.97)],
  ])('%s that is cut near its end loses the missing rows', async (_, bytes) => {
    const picture = await decoded(bytes());
    expect(picture).toMatchObject({ width: 480, bottom: 'blue' });
    expect(typeof picture === 'string' ? 0 : picture.height).toBeGreaterThanOrEqual(288);
    expect(typeof picture === 'string' ? 0 : picture.height).toBeLessThanOrEqual(320);
  });

  test.each([
    [3, { left: 0, top: 0, width: 480, height: 1 }, { width: 480 }],
    [6, { left: 0, top: 0, width: 1, height: 480 }, { height: 480 }],
    [8, { left: -1, top: 0, width: 1, height: 480 }, { height: 480 }],
  ])('a cut JPEG of orientation %i loses the missing part of the upright picture', async (orientation, edge, size) => {
    const turned = await sharp(file('jpeg')).withMetadata({ orientation }).jpeg().toBuffer();
    const result = await decodePicture(cutAt(turned, 0.97), options);
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(result.picture).toMatchObject(size);
    const left = edge.left < 0 ? result.picture.width - 1 : edge.left;
    expect(await colorOf(result.picture.bytes, { ...edge, left })).toBe('blue');
  });

  test('a colour profile for another kind of colours is ignored', async () => {
    const profile = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), labProfile]);
    const lab = withSegments(file('jpeg'), jpegSegment(0xe2, profile));
    const [plain, profiled] = await Promise.all([decodePicture(file('jpeg'), options), decodePicture(lab, options)]);
    const meansOf = async (result: typeof plain) =>
      result.kind === 'refused'
        ? []
        : (await sharp(result.picture.bytes).stats()).channels.map(({ mean }) => Math.round(mean));
    expect(await meansOf(profiled)).toEqual(await meansOf(plain));
  });
});

describe('pictures of which too much is missing', () => {
  test.each<[string, () => Buffer]>([
    ['a JPEG that is cut at three quarters', () => cutAt(file('jpeg'), 0.75)],
    ['a JPEG whose header states twice as many rows', () => withHeight(file('jpeg'), 640)],
    ['a CMYK JPEG that is cut at half', () => cutAt(file('cmyk'), 0.5)],
    ['a progressive JPEG with the means of blocks alone', () => cutAt(file('progressive'), 0.05)],
    ['a PNG that is cut at three quarters', () => cutAt(file('png'), 0.75)],
    ['an interlaced PNG that is cut', () => cutAt(file('interlaced'), 0.97)],
    ['a GIF that is cut at half', () => cutAt(file('gif'), 0.5)],
    ['a WebP that is cut', () => cutAt(file('webp'), 0.97)],
    ['an AVIF that is cut', () => cutAt(file('avif'), 0.97)],
  ])('%s is refused', async (_, bytes) => {
    expect(await decoded(bytes())).toBe(damaged);
  });
});
