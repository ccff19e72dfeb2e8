import sharp from 'sharp';
import { decodePicture, pictureBytesMax } from '../../studio/pictures/decode.ts';
import type { Target } from '../../studio/pictures/decode-raster.ts';
import { sniff } from '../../studio/pictures/sniff.ts';
import type { Verdict } from '../calls/model-chain.ts';

/** A still picture: upright, sRGB, 8 bits, without metadata. */
export interface Still {
  bytes: Buffer;
  width: number;
  height: number;
  hasAlpha: boolean;
}

/**
 * Decodes a picture of a model completely. It is not reduced below the sizes in `covers`. Refused: other files,
 * animations, and damaged files, even if nearly all of the picture is there.
 */
export async function stillOf(bytes: Buffer, covers: Target[]): Promise<Verdict<Still>> {
  if (bytes.length > pictureBytesMax) return refusal(`the file is over ${pictureBytesMax / 1_048_576} MiB`);
  const decoded = await decodePicture(bytes, { mayBeSvg: false, covers, logoSidePx: 1 });
  if (decoded.kind === 'refused') return refusal(decoded.reason);
  const { pages = 1 } = await sharp(bytes, { pages: 1 }).metadata();
  if (pages > 1 && sniff(bytes) !== 'tiff') return refusal('the picture is animated');
  return (await isWhole(bytes))
    ? { kind: 'fit', result: decoded.picture }
    : refusal('the file is damaged or incomplete');
}

/** The decoder repairs damaged files, as browsers do. A model that sends one can be asked again. */
async function isWhole(bytes: Buffer): Promise<boolean> {
  const failOn = sniff(bytes) === 'jpeg' ? 'warning' : 'error';
  const small = sharp(bytes, { failOn, pages: 1, limitInputPixels: 50_000_000 }).resize(8, 8, { fit: 'fill' });
  return await small
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

const refusal = (reason: string): Verdict<Still> => ({ kind: 'refused', reasons: [reason] });
