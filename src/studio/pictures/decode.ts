import sharp from 'sharp';
import type { Picture } from '../brief.ts';
import { decodeRaster, refused, type Raster, type Refused, type Target } from './decode-raster.ts';
import { drawSvg } from './draw-svg.ts';
import { sniff, type FileKind } from './sniff.ts';
import { assembleSvg } from './svg/assemble-svg.ts';
import { cleanSvg } from './svg/clean-svg.ts';
import { unzipped } from './svg/svg-text.ts';

export const pictureBytesMax = 20 * 1024 * 1024;
/** Minimum length, in pixels, of the shorter side of a photo. A smaller photo would look blurred in the ad. */
const photoSideMinPx = 48;
const logoSideMinPx = 12;

export interface DecodeOptions {
  /** True for a logo, which may be an SVG. Other pictures may not. */
  mayBeSvg: boolean;
  /** Sizes that the picture may have to cover. The picture is not reduced below any of these sizes. */
  covers: Target[];
  /** Length of the longer side of a rendered SVG. */
  logoSidePx: number;
}

export type Decoded = { kind: 'picture'; picture: Omit<Picture, 'role' | 'alt'>; wasSvg: boolean } | Refused;

/**
 * Checks an untrusted file and converts it to a picture: first frame, upright, sRGB, 8 bits, no metadata, no larger
 * than needed. The file is decoded completely, so the result can always be drawn. The reason for a refusal is a clause
 * such as "the file is empty".
 */
export async function decodePicture(file: Buffer, options: DecodeOptions): Promise<Decoded> {
  const bytes = unzipped(file);
  const kind = sniff(bytes);
  const reason = kindRefusal(kind, bytes, options.mayBeSvg);
  if (reason !== undefined) return refused(reason);
  if (kind !== 'svg') return judged(await decodeRaster(bytes, kind, options.covers));
  const drawn = await drawnSvg(bytes, options);
  if (typeof drawn === 'string') return refused(drawn);
  const decoded = await judged(await decodeRaster(drawn, 'png', options.covers));
  return decoded.kind === 'refused' ? decoded : { ...decoded, wasSvg: true };
}

/** Draws an SVG. Returns why it is not drawn, as a clause, if it is refused or drawing it fails. */
async function drawnSvg(bytes: Buffer, { logoSidePx }: DecodeOptions): Promise<Buffer | string> {
  const cleaned = cleanSvg(bytes);
  if (cleaned.kind === 'refused') return cleaned.reason;
  // A part of the embedded picture may be enlarged.
  const side = 2 * logoSidePx;
  const covers = [{ width: side, height: side }];
  const svg = await assembleSvg(cleaned, (part) => embeddedPicture(part, covers));
  if (typeof svg === 'string') return svg;
  const drawn = await drawSvg(svg, logoSidePx);
  return drawn ?? 'the picture is damaged, or drawing it takes over 5 seconds or too much memory';
}

async function embeddedPicture(bytes: Buffer, covers: Target[]): Promise<Raster | Refused> {
  const kind = sniff(bytes);
  const reason = kindRefusal(kind, bytes, false);
  return reason === undefined ? decodeRaster(bytes, kind, covers) : refused(reason);
}

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
  return mayBeSvg ? undefined : 'the file is an SVG; only logos may be SVGs';
}

async function judged(raster: Raster | Refused): Promise<Decoded> {
  if (raster.kind === 'refused') return raster;
  const { picture } = raster;
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
