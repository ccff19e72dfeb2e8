import { contrast, luminance } from '../color.ts';
import { type CutOut, cutOut, trimmed } from './cut-out.ts';
import type { OpenPicture } from './open.ts';

export interface Logo {
  cutOut: CutOut;
  /**
   * True if the logo includes a background of its own, as an app icon, badge or photo does. Drawn in a single colour,
   * such a logo would be a blot.
   */
  isPlate: boolean;
  /** Median luminance (0 to 1) of the visible pixels of the logo. */
  light: number;
  /** Luminance (0 to 1) below which the darkest tenth of the visible pixels of the logo lies. */
  dark: number;
  /** Luminance (0 to 1) above which the lightest tenth of the visible pixels of the logo lies. */
  bright: number;
}

/** Minimum part (0 to 1) of the logo's box that is visible if the logo includes a background of its own. */
const plateMin = 0.86;
/**
 * Minimum contrast ratio within a logo that includes a background of its own. With less contrast, nothing can be seen
 * in the logo.
 */
const blankMax = 1.25;

/** Cuts a logo out of its background and measures its visible part. Returns null if no part is visible. */
export function logoOf(picture: OpenPicture): Logo | null {
  const free = cutOut(picture, { through: true }) ?? asItIs(picture);
  if (free === null) return null;
  const levels = lightOf(free);
  const at = (part: number) => levels[Math.floor((levels.length - 1) * part)] ?? 0;
  const isPlate = levels.length / (free.width * free.height) > plateMin;
  const isBlank = isPlate && contrast(at(0.02), at(0.98)) < blankMax;
  return levels.length === 0 || isBlank
    ? null
    : { cutOut: free, isPlate, light: at(0.5), dark: at(0.1), bright: at(0.9) };
}

function lightOf({ pixels }: CutOut): number[] {
  const levels: number[] = [];
  for (let i = 0; i < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(i, i + 4);
    if (alpha > 127) levels.push(luminance(red, green, blue));
  }
  return levels.sort((a, b) => a - b);
}

function asItIs(picture: OpenPicture): CutOut | null {
  if (picture.channels === 4) return trimmed(picture.pixels, picture, picture.scale);
  const pixels = Buffer.alloc(picture.width * picture.height * 4, 255);
  for (let i = 0, o = 0; i < picture.pixels.length; i += 3, o += 4) picture.pixels.copy(pixels, o, i, i + 3);
  return { pixels, width: picture.width, height: picture.height, scale: picture.scale };
}
