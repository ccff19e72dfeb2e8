import sharp from 'sharp';
import { type Lch, lchOf } from '../brand-kit/color.ts';

/** Returns the pixels of a picture in OKLCH, row by row, after it was resized to a square with this side in pixels. */
export async function lchPixels(bytes: Buffer, side: number): Promise<Lch[]> {
  const data = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .resize(side, side, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  return Array.from({ length: side * side }, (_, at) => lchOf(`#${data.subarray(at * 3, at * 3 + 3).toString('hex')}`));
}
