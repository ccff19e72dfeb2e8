import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Picture } from '../brief.ts';
import { drawSvg } from './draw-svg.ts';
import { sniff, type FileKind } from './sniff.ts';
import { svgRefusal } from './svg.ts';

const pixelsMax = 50_000_000;
export const pictureBytesMax = 20 * 1024 * 1024;
/**
 * Maximum memory in bytes, as estimated, for decoding one picture. The rest of the stage needs memory too, and the
 * stage is killed at 512 MB.
 */
const decodeBytesMax = 230_000_000;
const decodeSecondsMax = 20;
/** Minimum length, in pixels, of the shorter side of a photo. A smaller photo would look blurred in the ad. */
const photoSideMinPx = 48;
const logoSideMinPx = 12;

/** Size in pixels that a photo must cover or that a logo must fit into. Larger pictures are reduced. */
export interface Target {
  width: number;
  height: number;
}

export interface DecodeOptions {
  /** True for a logo, which may be an SVG. Other pictures may not. */
  mayBeSvg: boolean;
  /** Sizes that the picture may have to cover. The picture is not reduced below any of these sizes. */
  covers: Target[];
  /** Length of the longer side of a rendered SVG. */
  logoSidePx: number;
}

export type Decoded =
  { kind: 'picture'; picture: Omit<Picture, 'role' | 'alt'>; wasSvg: boolean } | { kind: 'refused'; reason: string };

/**
 * Checks an untrusted file and converts it to a picture: first frame, upright, sRGB, 8 bits, no metadata, no larger
 * than needed. The file is decoded completely, so the result can always be drawn. The reason for a refusal is a clause
 * such as "the file is empty".
 */
export async function decodePicture(bytes: Buffer, options: DecodeOptions): Promise<Decoded> {
  const kind = sniff(bytes);
  const reason = kindRefusal(kind, bytes, options.mayBeSvg);
  if (reason !== undefined) return refused(reason);
  if (kind !== 'svg') return decodeRaster(bytes, kind, options);
  const drawn = await drawSvg(bytes, options.logoSidePx);
  if (drawn === undefined)
    return refused('the picture is damaged, or drawing it takes over 5 seconds or too much memory');
  const decoded = await decodeRaster(drawn, 'png', options);
  return decoded.kind === 'refused' ? decoded : { ...decoded, wasSvg: true };
}

async function decodeRaster(bytes: Buffer, kind: FileKind, options: DecodeOptions): Promise<Decoded> {
  try {
    const metadata = await open(bytes).metadata();
    const reason = sizeRefusal(metadata) ?? memoryRefusal(metadata, kind);
    return reason === undefined ? await normalise(bytes, { kind, metadata, options }) : refused(reason);
  } catch (error) {
    return refused(brokenReason(error));
  }
}

const refused = (reason: string): Decoded => ({ kind: 'refused', reason });

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 }).timeout({ seconds: decodeSecondsMax });

const unreadable = 'the file is not in a supported picture format';

const kindRefusals: Partial<Record<FileKind, string>> = {
  heic: 'the file is a HEIC picture, which is not supported',
  page: 'the file is a web page, not a picture',
  stylesheet: 'the file is a stylesheet, not a picture',
  ttf: unreadable,
  otf: unreadable,
  woff: unreadable,
  woff2: unreadable,
  eot: unreadable,
  ttc: unreadable,
  zip: unreadable,
  unknown: unreadable,
};

function kindRefusal(kind: FileKind, bytes: Buffer, mayBeSvg: boolean): string | undefined {
  if (bytes.length === 0) return 'the file is empty';
  if (kind !== 'svg') return kindRefusals[kind];
  return mayBeSvg ? svgRefusal(bytes) : 'the file is an SVG; only logos may be SVGs';
}

const sizeRefusal = ({ width, height }: Metadata): string | undefined =>
  width * height > pixelsMax ? 'the picture is over 50 megapixels' : undefined;

/**
 * Returns why a picture needs too much memory to decode; undefined if it does not. Formats that cannot be decoded line
 * by line hold the whole picture in memory, some of them several times. The numbers of bytes per pixel were measured
 * with libvips 8.18 on pictures of 12 to 50 megapixels.
 */
function memoryRefusal(metadata: Metadata, kind: FileKind): string | undefined {
  const megapixels = (metadata.width * metadata.height) / 1e6;
  if (megapixels * 1e6 * bytesPerPixel(metadata, kind) <= decodeBytesMax) return undefined;
  return `the picture would take too much memory to decode (${kind.toUpperCase()}, ${Math.round(megapixels)} megapixels)`;
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
  options: DecodeOptions;
}

async function normalise(bytes: Buffer, opened: Opened): Promise<Decoded> {
  const { kind, metadata, options } = opened;
  const box = shrunk(metadata, options.covers);
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

async function judged(picture: Omit<Picture, 'role' | 'alt'>): Promise<Decoded> {
  const side = Math.min(picture.width, picture.height);
  if (side < logoSideMinPx) return refused(`the picture is only ${picture.width} by ${picture.height} pixels`);
  if (!picture.hasAlpha) return { kind: 'picture', picture, wasSvg: false };
  const { channels, isOpaque } = await sharp(picture.bytes).stats();
  if ((channels.at(-1)?.max ?? 255) < 26) return refused('the picture has no visible content');
  if (!isOpaque) return { kind: 'picture', picture, wasSvg: false };
  const bytes = await sharp(picture.bytes).removeAlpha().png({ compressionLevel: 2 }).toBuffer();
  return { kind: 'picture', picture: { ...picture, bytes, hasAlpha: false }, wasSvg: false };
}

export const isPhotoSized = ({ width, height }: Pick<Picture, 'width' | 'height'>): boolean =>
  Math.min(width, height) >= photoSideMinPx;

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
  return 'the file is damaged or incomplete';
}
