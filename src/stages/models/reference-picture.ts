import sharp from 'sharp';
import type { ReferencePicture } from '../../models/model-task.ts';
import type { Size } from '../../studio/box.ts';

/** Longest side in pixels of a picture that a model gets. */
const sideMax = 2_048;

/** Returns a picture as every model can read it: upright, in sRGB, PNG if it has transparent parts, else JPEG. */
export async function referencePicture(file: Buffer): Promise<ReferencePicture & Size> {
  const picture = sharp(file)
    .rotate()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const { hasAlpha } = await sharp(file).metadata();
  const encoded = hasAlpha ? picture.png() : picture.jpeg({ quality: 92 });
  const { data: bytes, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes, mediaType: hasAlpha ? 'image/png' : 'image/jpeg', width: info.width, height: info.height };
}
