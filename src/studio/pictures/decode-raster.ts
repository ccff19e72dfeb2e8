import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { Picture } from '../brief.ts';
import { soundShare, type FailOn, type Opener } from './damage.ts';
import { memoryRefusal } from './decode-memory.ts';
import { rejoined } from './jpeg/rejoin.ts';
import { oriented, withoutBottom } from './orientation.ts';
import { repairedPng } from './repaired-png.ts';
import type { FileKind } from './sniff.ts';

const damaged = 'the file is damaged or incomplete';
const pixelsMax = 50_000_000;
const decodeSecondsMax = 20;

/** Size in pixels that a photo must cover or that a logo must fit into. Larger pictures are reduced. */
export interface Target {
  width: number;
  height: number;
}

/** The reason is a clause such as "the file is empty". */
export interface Refused {
  kind: 'refused';
  reason: string;
}

export const refused = (reason: string): Refused => ({ kind: 'refused', reason });

/** A converted picture, and the size of the file that it was converted from. */
export interface Raster {
  kind: 'picture';
  picture: Omit<Picture, 'role' | 'alt'>;
  original: Target;
}

/**
 * Checks an untrusted bitmap and converts it: first frame, upright, sRGB, 8 bits, no metadata, no larger than the sizes
 * that it has to cover. The file is decoded completely, so the result can always be drawn.
 */
export async function decodeRaster(bytes: Buffer, kind: FileKind, covers: Target[]): Promise<Raster | Refused> {
  try {
    const opened = await openedFile(kind === 'avif' ? asStill(bytes) : bytes, kind, covers);
    const reason = sizeRefusal(opened.metadata) ?? memoryRefusal(opened.bytes, opened.metadata, kind);
    if (reason === undefined) return await normalise(opened);
    const smaller = kind === 'jpeg' ? await rejoinedPicture(opened) : undefined;
    return smaller === undefined ? refused(reason) : await normalise(await openedFile(smaller, kind, covers));
  } catch (error) {
    return refused(brokenReason(error));
  }
}

async function openedFile(bytes: Buffer, kind: FileKind, covers: Target[]): Promise<Opened> {
  const open = opener(bytes);
  return { bytes, kind, metadata: await open('none').metadata(), open, covers };
}

/** Returns a smaller file in place of a progressive JPEG that takes too much memory; undefined if this is impossible. */
async function rejoinedPicture({ bytes, metadata, covers }: Opened): Promise<Buffer | undefined> {
  if (metadata.width * metadata.height > pixelsMax) return undefined;
  const size = oriented(shrunk(metadata, covers), metadata.orientation);
  return rejoined(bytes, size, (component) => opener(component)('error'));
}

/**
 * Returns an animation in AVIF as a file of its first picture, which it contains for programs that show no animations.
 * libvips takes only files for these programs, by their first brand.
 */
function asStill(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 8, 12) !== 'avis') return bytes;
  const still = Buffer.from(bytes);
  still.write('avif', 8, 'latin1');
  return still;
}

const opener =
  (bytes: Buffer): Opener =>
  (failOn, options: SharpOptions = {}) =>
    sharp(bytes, { ...options, limitInputPixels: pixelsMax, failOn, pages: 1 }).timeout({ seconds: decodeSecondsMax });

const sizeRefusal = ({ width, height }: Metadata): string | undefined =>
  width * height > pixelsMax ? 'the picture is over 50 megapixels' : undefined;

interface Opened {
  bytes: Buffer;
  kind: FileKind;
  metadata: Metadata;
  open: Opener;
  covers: Target[];
}

/**
 * Converts a picture. A file with a fault, which browsers show too, is converted if nearly all of it is there; the part at
 * the bottom that is missing is cut off. Throws if more is missing.
 */
async function normalise(opened: Opened): Promise<Raster> {
  try {
    // Of a JPEG, a part may be missing without an error.
    return await converted(opened, opened.kind === 'jpeg' ? 'warning' : 'error');
  } catch (error) {
    if (brokenReason(error) !== damaged) throw error;
    const repaired = opened.kind === 'png' ? await repairedPng(opened.bytes) : undefined;
    if (repaired !== undefined) return await converted(await openedFile(repaired, 'png', opened.covers), 'error');
    const share = await soundShare(opened);
    if (share === undefined) throw error;
    return await converted(opened, 'none', share);
  }
}

/** Converts the given share (0 to 1) of the stored rows, from the top. */
async function converted(opened: Opened, failOn: FailOn, share = 1): Promise<Raster> {
  const { metadata, open, covers } = opened;
  const box = shrunk(metadata, covers);
  const sized = upright(open(failOn, { ignoreIcc: hasOtherProfile(metadata) }));
  if (share === 1) return encoded(sized.resize({ ...box, fit: 'inside', withoutEnlargement: true }), opened);
  return encoded(
    sized.resize({ ...box, fit: 'fill' }).extract(withoutBottom(box, share, metadata.orientation)),
    opened,
  );
}

/** Reports whether the colour profile of a picture is one for another kind of colours. Browsers ignore such a profile. */
function hasOtherProfile({ icc, space }: Metadata): boolean {
  const kinds: Record<string, string> = { cmyk: 'CMYK', 'b-w': 'GRAY', grey16: 'GRAY' };
  return icc !== undefined && icc.toString('latin1', 16, 20) !== (kinds[space] ?? 'RGB ');
}

const upright = (picture: Sharp): Sharp => picture.autoOrient().toColourspace('srgb');

async function encoded(sized: Sharp, { kind, metadata }: Opened): Promise<Raster> {
  const { hasAlpha } = metadata;
  const lossless = kind !== 'jpeg' && kind !== 'avif' && kind !== 'webp';
  const output =
    hasAlpha || lossless
      ? sized.png({ compressionLevel: 2 })
      : // Optimised codes would take six bytes a pixel, because the whole picture would be held for them.
        sized.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false });
  const { data, info } = await output.toBuffer({ resolveWithObject: true });
  const picture = { bytes: data, width: info.width, height: info.height, hasAlpha };
  return { kind: 'picture', picture, original: metadata.autoOrient };
}

/**
 * Maximum number of pixels of a picture that is kept for drawing. A decoded picture takes three bytes per pixel, and a
 * stage that draws in 4K holds two such pictures besides its canvas. A 4:3 photo with this number of pixels covers even
 * the widest 4K ad (8192 by 2048 pixels) if it is enlarged 1.5 times.
 */
const keptPixelsMax = 22_400_000;

/**
 * Returns the size to which a picture is reduced. At this size, the picture still covers every ad, with a margin for a
 * closer crop. The size is never larger than the original.
 */
function shrunk(metadata: Metadata, covers: Target[]): Target {
  const { width, height } = metadata.autoOrient;
  const covering = Math.max(...covers.map((target) => Math.max(target.width / width, target.height / height))) * 1.2;
  const kept = Math.min(1, covering, Math.sqrt(keptPixelsMax / (width * height)));
  return { width: Math.ceil(width * kept), height: Math.ceil(height * kept) };
}

function brokenReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(message)) return 'the picture is over 50 megapixels';
  if (/timeout/i.test(message)) return `decoding the picture takes over ${decodeSecondsMax} seconds`;
  return damaged;
}
