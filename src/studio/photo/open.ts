import sharp from 'sharp';
import type { Picture } from '../brief.ts';
import type { Size } from '../box.ts';
import type { Mask } from '../../cutout/port.ts';
import { type Analysis, analyse } from './analysis.ts';
import { decodeMask } from './mask.ts';

export interface OpenPicture extends Size {
  /** RGB pixels, or RGBA pixels if `channels` is 4. */
  pixels: Buffer;
  channels: 3 | 4;
  /**
   * Number of pixels of the original picture per pixel of this copy, along one side. The number is needed to limit the
   * enlargement of the original.
   */
  scale: number;
  role: Picture['role'];
  alt: string | null;
  analysis: Analysis;
  /** Soft mask of the main objects, if a network has found them. */
  mask?: Mask;
}

/**
 * Minimum length, in pixels, of the short side of a decoded picture. In a smaller picture, text would be too blurred to
 * be detected.
 */
const seenSideMin = 384;

/**
 * Cache of decoded pictures, shared by all images of a job. An entry is freed together with the `Picture` that is its
 * key.
 */
const opened = new WeakMap<Picture, { sideMin: number; picture: Promise<OpenPicture | undefined> }>();

/**
 * Decodes a picture so that its short side has at least `sideMin` pixels, if the file has as many. A much larger
 * picture is decoded at a half, quarter or eighth of its size, which costs little for JPEG and WebP. Returns undefined
 * if the picture cannot be read.
 */
export function openPicture(picture: Picture, sideMin: number): Promise<OpenPicture | undefined> {
  const known = opened.get(picture);
  if (known !== undefined && known.sideMin >= sideMin) return known.picture;
  const opening = unpack(picture, sideMin).catch(() => undefined);
  opened.set(picture, { sideMin, picture: opening });
  return opening;
}

async function unpack(picture: Picture, sideMin: number): Promise<OpenPicture> {
  const shortSide = Math.min(picture.width, picture.height);
  const factor = [8, 4, 2].find((step) => shortSide / step >= Math.max(sideMin, seenSideMin)) ?? 1;
  const source = sharp(picture.bytes, { failOn: 'error', limitInputPixels: 50_000_000, pages: 1 })
    .autoOrient()
    .toColorspace('srgb');
  const target = {
    width: Math.max(1, Math.round(picture.width / factor)),
    height: Math.max(1, Math.round(picture.height / factor)),
  };
  const sized = factor === 1 ? source : source.resize({ ...target, fit: 'fill' });
  const { data, info } = await (picture.hasAlpha ? sized.ensureAlpha() : sized.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const channels = info.channels === 4 ? 4 : 3;
  const size = { width: info.width, height: info.height };
  const mask = picture.mask === undefined ? null : await decodeMask(picture.mask);
  return {
    pixels: data,
    channels,
    ...size,
    scale: picture.width / info.width,
    role: picture.role,
    alt: picture.alt,
    analysis: await analyse(data, channels, size, mask),
    ...(mask !== null && { mask }),
  };
}
