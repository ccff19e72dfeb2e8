import { oncePer } from '../../domain/once.ts';
import type { Box, Size } from '../box.ts';
import { isClean, qualityOf } from './cut-quality.ts';
import { rimOf } from './ground.ts';
import { givenCut } from './given-cut.ts';
import { guidedKey } from './guided-key.ts';
import { type Keyed, lift } from './lift.ts';
import { enlargedCut } from './enlarged-cut.ts';
import { blurMax, blurOf } from './mask.ts';
import type { OpenPicture } from './open.ts';
import { plainKey } from './plain-key.ts';
import { reducedCopy, type ReducedCopy } from './reduced-copy.ts';

/**
 * An object without its background, trimmed to its visible part. `pixels` are RGBA, with colours not multiplied by
 * opacity.
 */
export interface CutOut extends Size {
  pixels: Buffer;
  /** Number of pixels of the original picture per pixel of this cut-out, along one side. */
  scale: number;
  /** Colour of the ground on which its file shows it, if that was plain and is removed. Only logos have it. */
  ground?: string;
  /** Colour of the only ground on which it can stand: its own, which was not removed. */
  ownGround?: string;
}

/**
 * Returns a product without its background, which must be transparent or plain. Returns null if the background is
 * neither, or if the cut is not clean.
 */
export function cutOut(picture: OpenPicture): CutOut | null {
  if (picture.channels === 3 || !hasTransparentRim(picture)) return keyedOut(picture);
  const whole = trimmed(picture.pixels, picture, picture.scale);
  if (whole === null || isFramed(whole)) return keyedOut(picture);
  const given = givenCut(picture.pixels, picture);
  return given === null ? null : trimmed(given, picture, picture.scale);
}

/** Minimum part (0 to 1) of its box that a picture on a transparent margin fills. */
const framedMin = 0.995;

/** Reports whether a file with a transparent margin shows a picture with a pale ground, and not an object. */
function isFramed({ pixels, width, height }: CutOut): boolean {
  let solid = 0;
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 127) solid++;
  if (solid < framedMin * width * height) return false;
  const rim = rimOf({ width, height });
  const pale = rim.filter((at) => pixels.subarray(at * 4, at * 4 + 3).every((channel) => channel >= paleMin));
  return pale.length >= framedMin * rim.length;
}

/** Minimum value of each channel of a pale colour, 0 to 255. */
const paleMin = 235;

/** Returns an object on a plain background. */
function keyedOut(picture: OpenPicture): CutOut | null {
  const { pixels } = opaque(picture);
  const step = Math.ceil(Math.sqrt((picture.width * picture.height) / keyedMax));
  const copy = reducedCopy(pixels, picture, Math.max(1, step));
  const keyed = keyOf(picture, copy);
  if (keyed === null) return null;
  const lifted = lift(keyed);
  const whole = copy.step === 1 ? lifted : enlargedCut(lifted, copy, pixels, picture);
  const cut = trimmed(whole, picture, picture.scale);
  // With a network, the cut is judged before it is made.
  return cut !== null && (picture.mask !== undefined || isBelievable(cut, picture)) ? cut : null;
}

/** Maximum number of pixels in which the background of a picture is searched. */
const keyedMax = 1_600_000;

/** Returns the background of a picture: with the mask of a network if there is one, otherwise from colours alone. */
function keyOf({ mask, analysis }: OpenPicture, { pixels, size }: ReducedCopy): Keyed | null {
  if (mask === undefined) return plainKey(pixels, size);
  if (blurOf(mask) > blurMax) return null;
  const key = guidedKey(pixels, size, mask);
  return key !== null && isClean(qualityOf(key, analysis.lettering)) ? key : null;
}

export function hasTransparentRim(picture: OpenPicture): boolean {
  const rim = rimOf(picture);
  const clear = rim.filter((at) => (picture.pixels[at * 4 + 3] ?? 255) < 32).length;
  return clear / rim.length > 0.5;
}

/** Returns a picture without transparency, on white. */
export const opaque = oncePer((picture: OpenPicture): OpenPicture =>
  picture.channels === 3 ? picture : { ...picture, pixels: withoutAlpha(picture.pixels), channels: 3 },
);

function withoutAlpha(rgba: Buffer): Buffer {
  const pixels = Buffer.alloc((rgba.length / 4) * 3);
  for (let i = 0, o = 0; i < rgba.length; i += 4, o += 3) {
    const alpha = (rgba[i + 3] ?? 255) / 255;
    for (let c = 0; c < 3; c++) pixels[o + c] = (rgba[i + c] ?? 0) * alpha + 255 * (1 - alpha);
  }
  return pixels;
}

/**
 * Reports whether a cut-out can be the whole object. If only a frame with holes or a few fragments remain, the
 * background was not plain, or parts of the object were taken for background.
 */
function isBelievable(cut: CutOut, whole: Size): boolean {
  let solid = 0;
  for (let i = 3; i < cut.pixels.length; i += 4) if ((cut.pixels[i] ?? 0) > 127) solid++;
  const ofBox = solid / (cut.width * cut.height);
  const ofPicture = solid / (whole.width * whole.height);
  return ofPicture > 0.015 && ofPicture < 0.93 && ofBox > 0.16;
}

export function trimmed(rgba: Buffer, size: Size, scale: number): CutOut | null {
  const box = inkBox(rgba, size);
  if (box === null) return null;
  const pixels = Buffer.alloc(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * size.width + box.x) * 4;
    rgba.copy(pixels, y * box.width * 4, from, from + box.width * 4);
  }
  return { pixels, width: box.width, height: box.height, scale };
}

export function inkBox(rgba: Buffer, { width, height }: Size): Box | null {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y++) {
    const row = y * width * 4 + 3;
    let first = 0;
    while (first < width && (rgba[row + first * 4] ?? 0) < 24) first++;
    if (first === width) continue;
    let last = width - 1;
    while ((rgba[row + last * 4] ?? 0) < 24) last--;
    left = Math.min(left, first);
    right = Math.max(right, last);
    if (top < 0) top = y;
    bottom = y;
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
