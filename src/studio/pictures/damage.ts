import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { hasEveryBand, readJpeg } from './jpeg/jpeg-file.ts';
import type { FileKind } from './sniff.ts';

/** Minimum share of the rows that a damaged picture must still have. Browsers show less, but an ad needs the picture. */
export const wholeShareMin = 0.9;
/** Side, in pixels, of the blocks that a JPEG consists of. */
const blockPx = 8;
/** Level of the grey with which libjpeg fills the blocks that a file does not contain. */
const missingLevel = 128;
const levelTolerance = 2;
/** Maximum number of rows above the missing ones of which only the right part is missing: a row of blocks of 16 pixels. */
const partRowsMax = 2;

/** Least serious class of faults at which decoding fails. */
export type FailOn = NonNullable<SharpOptions['failOn']>;

export type Opener = (failOn: FailOn, options?: SharpOptions) => Sharp;

export interface DamagedPicture {
  bytes: Buffer;
  kind: FileKind;
  metadata: Pick<Metadata, 'width' | 'height' | 'isProgressive' | 'space'>;
  open: Opener;
}

/**
 * Returns the share (0 to 1) of the rows, from the top of the stored picture, that a damaged JPEG or GIF still contains.
 * Returns undefined if too much is missing, and for other formats. Browsers show the damaged files that web servers send:
 * cut ones, and ones with faults that change few pixels or none.
 */
export async function soundShare(picture: DamagedPicture): Promise<number | undefined> {
  const share = (await soundRows(picture)) / picture.metadata.height;
  return share >= wholeShareMin ? share : undefined;
}

async function soundRows(picture: DamagedPicture): Promise<number> {
  if (picture.kind === 'jpeg') return jpegRows(picture);
  return picture.kind === 'gif' ? gifRows(picture) : 0;
}

async function jpegRows({ bytes, metadata, open }: DamagedPicture): Promise<number> {
  if (metadata.isProgressive && !hasEveryBand(readJpeg(bytes))) return 0;
  const small = { width: Math.ceil(metadata.width / blockPx), height: Math.ceil(metadata.height / blockPx) };
  const pixels = await pixelsOf(open('none', { ignoreIcc: true }).resize({ ...small, fit: 'fill', kernel: 'nearest' }));
  const filled = metadata.space === 'cmyk' ? lastRowColor(pixels) : Array<number>(pixels.channels).fill(missingLevel);
  const rows = rowsAbove(pixels, filled);
  return rows === small.height ? metadata.height : rows * blockPx;
}

/** The rows of an interlaced GIF do not follow each other, so nothing is known of them. */
async function gifRows({ metadata, open }: DamagedPicture): Promise<number> {
  return metadata.isProgressive
    ? 0
    : rowsAbove(await pixelsOf(open('none').ensureAlpha().extractChannel('alpha')), [0]);
}

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: number;
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Returns the colour of the last row if it has only one, as that of a cut CMYK picture. White is that of a page. */
function lastRowColor(pixels: Pixels): number[] {
  const color = [...pixels.data.subarray(-pixels.channels)];
  return color.every((level) => level > 240) || !isFilled(pixels, pixels.height - 1, color) ? [] : color;
}

/** Reports whether a row ends with this number of pixels of a colour. */
function isFilled({ data, width, channels }: Pixels, row: number, color: number[], count = width): boolean {
  return data
    .subarray((row * width + width - count) * channels, (row + 1) * width * channels)
    .every((level, at) => Math.abs(level - (color[at % channels] ?? Infinity)) <= levelTolerance);
}

/** Returns the number of rows above those at the bottom that have the given colour, the last of them in part. */
function rowsAbove(pixels: Pixels, color: number[]): number {
  let rows = pixels.height;
  while (rows > 0 && isFilled(pixels, rows - 1, color)) rows -= 1;
  const count = Math.min(2, pixels.width);
  for (let parts = 0; parts < partRowsMax && rows > 0 && isFilled(pixels, rows - 1, color, count); parts += 1)
    rows -= 1;
  return rows;
}
