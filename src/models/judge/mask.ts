import sharp from 'sharp';
import type { Mask } from '../../cutout/port.ts';
import type { Size } from '../../studio/box.ts';
import { blurMax, blurOf } from '../../studio/photo/mask.ts';
import type { Verdict } from '../calls/model-chain.ts';
import { stillOf } from './still.ts';

/** Length in pixels of both sides of a mask, to which the limits for a soft border refer. */
const side = 320;
/** Minimum length in pixels of the shorter side of a mask. */
const sideMin = 96;
/** Maximum difference between the aspect ratios of mask and picture, as a share. */
const ratioMax = 0.04;
/** Share (0 to 1) of the picture that a subject covers. Less is a speck, more is the whole picture. */
const [coverMin, coverMax] = [0.004, 0.96];
const objectMin = 128;

/**
 * Judges the mask of the main subject of a picture of a given size: a grey picture (white is subject) or a cut-out, whose
 * opacity is the mask. The result is stretched to a square, as the mask of the installed network.
 */
export async function judgeMask(bytes: Buffer, picture: Size): Promise<Verdict<Mask>> {
  const still = await stillOf(bytes, [{ width: side, height: side }]);
  if (still.kind === 'refused') return still;
  const { bytes: file, width, height, hasAlpha } = still.result;
  if (Math.min(width, height) < sideMin) return refusal(`the mask is only ${width} by ${height} pixels`);
  const ratio = width / height / (picture.width / picture.height);
  if (Math.max(ratio, 1 / ratio) > 1 + ratioMax) return refusal('the mask has another aspect ratio than the picture');
  const grey = hasAlpha ? sharp(file).extractChannel('alpha') : sharp(file).greyscale().extractChannel(0);
  const values = await grey.resize(side, side, { fit: 'fill' }).raw().toBuffer();
  const mask = { values, width: side, height: side };
  const reason = faultOf(mask);
  return reason === undefined ? { kind: 'fit', result: mask } : refusal(reason);
}

function faultOf(mask: Mask): string | undefined {
  const cover = mask.values.filter((value) => value >= objectMin).length / mask.values.length;
  if (cover < coverMin) return 'the mask shows no subject';
  if (cover > coverMax) return 'the mask covers the whole picture';
  return blurOf(mask) > blurMax ? 'the mask has no clear outline' : undefined;
}

const refusal = (reason: string): Verdict<Mask> => ({ kind: 'refused', reasons: [reason] });
