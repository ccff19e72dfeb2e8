import sharp from 'sharp';
import type { Mask } from '../../cutout/port.ts';
import type { Size } from '../box.ts';

/** Encodes a mask without loss. */
export const encodeMask = ({ values, width, height }: Mask): Promise<Buffer> =>
  sharp(values, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 9 })
    .toBuffer();

export async function decodeMask(png: Buffer): Promise<Mask> {
  const { data, info } = await sharp(png).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { values: data, width: info.width, height: info.height };
}

/** Value from which a cell of a mask belongs to an object, 0 to 255. */
const objectMin = 128;
/** Cells of a mask that are neither surely object nor surely background have values between these. */
const [unsureMin, unsureMax] = [38, 217];

/**
 * Returns the mean width of the soft border of a mask, in cells. A network that is not sure what the subject is gives a
 * mask that changes gradually. Infinite if the mask shows nothing.
 */
export function blurOf({ values, width }: Mask): number {
  const isObject = (at: number) => (values[at] ?? 0) >= objectMin;
  const unsure = values.reduce((count, value) => count + (value > unsureMin && value < unsureMax ? 1 : 0), 0);
  let outline = 0;
  for (let at = 1; at < values.length; at++) {
    if (at % width > 0 && isObject(at) !== isObject(at - 1)) outline++;
    if (at >= width && isObject(at) !== isObject(at - width)) outline++;
  }
  return outline === 0 ? Infinity : unsure / outline;
}

/** Maximum blur of a mask that can be used. With more, the network does not see what the subject is. */
export const blurMax = 6;
/** Maximum blur of a mask that is sure. With more, it often shows only one of several objects. */
export const sureBlurMax = 3;

/** Returns the mask at another size, 0 to 1. */
export const resampledMask = (mask: Mask, size: Size): Float32Array =>
  resampled(mask, size, new Float32Array(size.width * size.height), 1 / 255);

/**
 * Fills `target`, a grid of another size over the same picture, with the values of a grid times `factor`. Between the
 * cells, values are interpolated.
 */
export function resampled<Target extends Float32Array | Uint8Array>(
  { values, ...from }: Size & { values: ArrayLike<number> },
  { width, height }: Size,
  target: Target,
  factor: number,
): Target {
  const [columns, rows] = [cellsAlong(width, from.width), cellsAlong(height, from.height)];
  const valueAt = (row: number, [left, right, across]: Between): number =>
    mixed(values[row * from.width + left] ?? 0, values[row * from.width + right] ?? 0, across);
  let at = 0;
  for (const [top, bottom, down] of rows)
    for (const column of columns) target[at++] = mixed(valueAt(top, column), valueAt(bottom, column), down) * factor;
  return target;
}

const mixed = (a: number, b: number, part: number): number => a + (b - a) * part;

/** Two cells between whose centres a place lies, and how far it is from the first to the second. */
type Between = readonly [first: number, second: number, part: number];

/** Returns the cells for each place along a side. */
const cellsAlong = (side: number, cells: number): Between[] =>
  Array.from({ length: side }, (_, at) => {
    const place = Math.min(cells - 1, Math.max(0, ((at + 0.5) / side) * cells - 0.5));
    const first = Math.floor(place);
    return [first, Math.min(cells - 1, first + 1), place - first] as const;
  });
