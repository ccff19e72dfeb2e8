import { contrast, luminance } from '../color.ts';
import { type CutOut, cutOut, trimmed } from './cut-out.ts';
import type { OpenPicture } from './open.ts';

/** A logo ready for placing. */
export interface Logo {
  cutOut: CutOut;
  /**
   * True if the logo has its own background (an app icon, a badge, a photo). As a silhouette, such a logo would be a
   * blot.
   */
  isPlate: boolean;
  /** Median luminance of the logo's visible pixels. */
  light: number;
  /** Luminance below which the darkest tenth of the visible pixels lies, and above which the lightest tenth lies. */
  dark: number;
  bright: number;
}

/** Part of a logo's box that is visible and above which the logo counts as having its own background. */
const plateMin = 0.86;
/** Least contrast within a logo that has its own background. With less contrast, nothing can be seen in the logo. */
const blankMax = 1.25;

/** Returns the logo in a picture; null if nothing of it would be visible. */
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

/** Returns the luminance of all visible pixels, darkest first. */
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
