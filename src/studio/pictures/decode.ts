import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Picture } from '../brief.ts';
import { drawSvg } from './draw-svg.ts';
import { sniff, type FileKind } from './sniff.ts';
import { svgRefusal } from './svg.ts';

const pixelsMax = 50_000_000;
export const pictureBytesMax = 20 * 1024 * 1024;
/** Estimated bytes that one decode may hold beside the rest of a format, which is stopped at 512 MB. */
const decodeBytesMax = 230_000_000;
const decodeSecondsMax = 20;
/** Smaller than this on its shorter side, a photo would only be a smudge. */
const photoSideMinPx = 48;
const logoSideMinPx = 12;

/** The box that a picture has to cover (photos) or fit into (logos); what is larger is shrunk at once. */
export interface Target {
  width: number;
  height: number;
}

export interface DecodeOptions {
  /** An SVG is drawn only as a logo. */
  mayBeSvg: boolean;
  /** Boxes to cover: the picture stays large enough for each of them. */
  covers: Target[];
  /** Longest side that a drawing (SVG) is rendered at, and that a logo keeps, in pixels. */
  logoSidePx: number;
}

export type Decoded =
  { kind: 'picture'; picture: Omit<Picture, 'role' | 'alt'>; wasSvg: boolean } | { kind: 'refused'; reason: string };

/**
 * Check a file that somebody sent, and make our own picture of it: first frame, upright, sRGB, 8 bits, no metadata, no
 * larger than needed. It is decoded to its last byte on the way, so what comes out can be drawn. A refusal is a clause.
 */
export async function decodePicture(bytes: Buffer, wish: DecodeOptions): Promise<Decoded> {
  const kind = sniff(bytes);
  const reason = kindRefusal(kind, bytes, wish.mayBeSvg);
  if (reason !== undefined) return refused(reason);
  if (kind !== 'svg') return decodeRaster(bytes, kind, wish);
  const drawn = await drawSvg(bytes, wish.logoSidePx);
  if (drawn === undefined) return refused('it is damaged, or drawing it takes over 5 seconds or too much memory');
  const decoded = await decodeRaster(drawn, 'png', wish);
  return decoded.kind === 'refused' ? decoded : { ...decoded, wasSvg: true };
}

async function decodeRaster(bytes: Buffer, kind: FileKind, wish: DecodeOptions): Promise<Decoded> {
  try {
    const metadata = await open(bytes).metadata();
    const reason = sizeRefusal(metadata) ?? memoryRefusal(metadata, kind);
    return reason === undefined ? await normalise(bytes, { kind, metadata, wish }) : refused(reason);
  } catch (error) {
    return refused(brokenReason(error));
  }
}

const refused = (reason: string): Decoded => ({ kind: 'refused', reason });

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 }).timeout({ seconds: decodeSecondsMax });

const unreadable = 'it is not a picture that we can read';

/** What is not a picture is refused by name; kinds that are absent here are decoded. */
const kindRefusals: Partial<Record<FileKind, string>> = {
  heic: 'it is a HEIC picture, which we cannot read',
  page: 'it is a web page, not a picture',
  ttf: unreadable,
  otf: unreadable,
  woff: unreadable,
  woff2: unreadable,
  unknown: unreadable,
};

function kindRefusal(kind: FileKind, bytes: Buffer, mayBeSvg: boolean): string | undefined {
  if (bytes.length === 0) return 'it is empty';
  if (kind !== 'svg') return kindRefusals[kind];
  return mayBeSvg ? svgRefusal(bytes) : 'it is an SVG drawing, which only a logo may be';
}

const sizeRefusal = ({ width, height }: Metadata): string | undefined =>
  width * height > pixelsMax ? 'it is over 50 megapixels' : undefined;

/**
 * Formats that cannot be decoded line by line hold the whole picture, some of them several times. Bytes a pixel as
 * measured with libvips 8.18 on pictures of 12 to 50 megapixels.
 */
function memoryRefusal(metadata: Metadata, kind: FileKind): string | undefined {
  const megapixels = (metadata.width * metadata.height) / 1e6;
  if (megapixels * 1e6 * bytesPerPixel(metadata, kind) <= decodeBytesMax) return undefined;
  return `it would take too much memory to decode (${kind.toUpperCase()}, ${Math.round(megapixels)} megapixels)`;
}

function bytesPerPixel(metadata: Metadata, kind: FileKind): number {
  if (kind === 'avif') return 18;
  if (kind === 'gif' || kind === 'webp') return 6;
  if (!metadata.isProgressive) return 1;
  if (kind === 'jpeg') return metadata.chromaSubsampling === '4:2:0' ? 3 : 6.4;
  return (metadata.channels * bitsOf(metadata)) / 8 + 2;
}

const bitsOf = ({ depth }: Metadata): number => (depth === 'ushort' || depth === 'short' ? 16 : 8);

interface Opened {
  kind: FileKind;
  metadata: Metadata;
  wish: DecodeOptions;
}

async function normalise(bytes: Buffer, opened: Opened): Promise<Decoded> {
  const { kind, metadata, wish } = opened;
  const box = shrunk(metadata, wish.covers);
  const sized = open(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .resize({ ...box, fit: 'inside', withoutEnlargement: true });
  const lossless = kind !== 'jpeg' && kind !== 'avif' && kind !== 'webp';
  const alpha = metadata.hasAlpha;
  const encoded =
    alpha || lossless ? sized.png({ compressionLevel: 2 }) : sized.jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return await judged({ bytes: data, width: info.width, height: info.height, hasAlpha: alpha });
}

/** A picture with an alpha channel may be opaque all over, or show nothing at all. */
async function judged(picture: Omit<Picture, 'role' | 'alt'>): Promise<Decoded> {
  const side = Math.min(picture.width, picture.height);
  if (side < logoSideMinPx) return refused(`it is only ${picture.width} by ${picture.height} pixels`);
  if (!picture.hasAlpha) return { kind: 'picture', picture, wasSvg: false };
  const { channels, isOpaque } = await sharp(picture.bytes).stats();
  if ((channels.at(-1)?.max ?? 255) < 26) return refused('nothing of it can be seen');
  if (!isOpaque) return { kind: 'picture', picture, wasSvg: false };
  const bytes = await sharp(picture.bytes).removeAlpha().png({ compressionLevel: 2 }).toBuffer();
  return { kind: 'picture', picture: { ...picture, bytes, hasAlpha: false }, wasSvg: false };
}

/** True for what may stand as a photo; a logo may be smaller. */
export const isPhotoSized = ({ width, height }: Pick<Picture, 'width' | 'height'>): boolean =>
  Math.min(width, height) >= photoSideMinPx;

/**
 * What is kept of a picture: raw, a kept one takes three bytes a pixel, and a format at 4K holds two of them beside its
 * canvas. Of 22.4 megapixels a photo of 4:3 still covers the widest 4K ad (8192 by 2048) at 1.5 times its size.
 */
const keptPixelsMax = 22_400_000;

/** The size at which every target is still covered, with a little to spare for a closer crop; never larger than it is. */
function shrunk(metadata: Metadata, covers: Target[]): Target {
  const { width, height } = metadata.autoOrient;
  const covering = Math.max(...covers.map((target) => Math.max(target.width / width, target.height / height))) * 1.2;
  const kept = Math.min(1, covering, Math.sqrt(keptPixelsMax / (width * height)));
  return { width: Math.ceil(width * kept), height: Math.ceil(height * kept) };
}

/** sharp's words are for programmers; these are for whoever sent the file. */
function brokenReason(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(message)) return 'it is over 50 megapixels';
  if (/timeout/i.test(message)) return `decoding it takes over ${decodeSecondsMax} seconds`;
  return 'it is damaged or cut off';
}
