import sharp from 'sharp';
import { madePackshot, madePhoto } from './made-pictures.ts';

/** Returns pictures that a client may send by mistake, by file name. A film can be made from the last three. */
export async function badPictures(): Promise<Map<string, Buffer>> {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c0c8d0' }, limitInputPixels: false });
  const photo = await madePhoto(900, 600);
  const frame = await sharp(photo).resize(300, 200).raw().toBuffer();
  const animation = sharp(Buffer.concat([frame, frame.map((level) => 255 - level)]), {
    raw: { width: 300, height: 400, channels: 3, pageHeight: 200 },
  });
  return new Map([
    ['page.jpg', Buffer.from('<!doctype html><title>Not a picture</title>')],
    ['cut.png', (await madePackshot(400, 400)).subarray(0, 900)],
    ['dot.png', await flat(1, 1).png().toBuffer()],
    ['huge.png', await flat(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()],
    ['cmyk.jpg', await sharp(photo).toColourspace('cmyk').jpeg().toBuffer()],
    ['rotated.jpg', await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['animated.gif', await animation.gif({ delay: [100, 100] }).toBuffer()],
  ]);
}
