import sharp from 'sharp';
import type { Mask } from '../../cutout/port.ts';

/** Encodes a mask without loss. */
export const encodeMask = ({ values, width, height }: Mask): Promise<Buffer> =>
  sharp(values, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();

export async function decodeMask(png: Buffer): Promise<Mask> {
  const { data, info } = await sharp(png).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { values: data, width: info.width, height: info.height };
}
