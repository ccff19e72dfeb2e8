import sharp from 'sharp';
import type { Picture } from '../brief.ts';
import type { Size } from '../scene.ts';
import { type Analysis, analyse } from './analysis.ts';

/** A picture unpacked for use at some size, with what was seen in it. */
export interface OpenPicture extends Size {
  /** RGB, or RGBA where `channels` is 4. */
  pixels: Buffer;
  channels: 3 | 4;
  /** Pixels of the original for one of these: what upscaling is judged by. */
  scale: number;
  role: Picture['role'];
  alt: string | null;
  analysis: Analysis;
}

/** Fewer pixels on the short side, where the original has them, would blur the words that are looked for in it. */
const seenSideMin = 384;

/** Unpacked once for all the ratios of a job; the entry goes with the picture. */
const opened = new WeakMap<Picture, { sideMin: number; picture: Promise<OpenPicture | undefined> }>();

/**
 * Unpack a picture so that its short side has at least `sideMin` pixels, if the original has them. JPEG and WebP are
 * unpacked at a half, quarter or eighth (their decoders do that nearly for free). Undefined where it cannot be read.
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
  return {
    pixels: data,
    channels,
    ...size,
    scale: picture.width / info.width,
    role: picture.role,
    alt: picture.alt,
    analysis: await analyse(data, channels, size),
  };
}
