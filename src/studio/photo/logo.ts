import { contrast, luminance } from '../color.ts';
import { type CutOut, cutOut, trimmed } from './cut-out.ts';
import type { OpenPicture } from './open.ts';

/** A logo ready to be placed. */
export interface Logo {
  cutOut: CutOut;
  /** It brings its own ground (an app icon, a badge, a photo): a silhouette of it would be a blot. */
  isPlate: boolean;
  /** Luminance of its middle pixel: half of it is lighter. */
  light: number;
}

/** From this part of its box on a logo is its own ground. */
const plateMin = 0.86;
/** A plate with less contrast in it shows nothing. */
const blankMax = 1.25;

/** Null where there is nothing to see. */
export function logoOf(picture: OpenPicture): Logo | null {
  const free = cutOut(picture, { through: true }) ?? asItIs(picture);
  if (free === null) return null;
  let covered = 0;
  const levels: number[] = [];
  for (let i = 0; i < free.pixels.length; i += 4) {
    if ((free.pixels[i + 3] ?? 0) < 128) continue;
    covered++;
    levels.push(luminance(free.pixels[i] ?? 0, free.pixels[i + 1] ?? 0, free.pixels[i + 2] ?? 0));
  }
  if (covered === 0) return null;
  levels.sort((a, b) => a - b);
  const isPlate = covered / (free.width * free.height) > plateMin;
  const inside = contrast(levels[Math.floor(levels.length * 0.02)] ?? 0, levels[Math.floor(levels.length * 0.98)] ?? 0);
  if (isPlate && inside < blankMax) return null;
  return { cutOut: free, isPlate, light: levels[levels.length >> 1] ?? 0 };
}

function asItIs(picture: OpenPicture): CutOut | null {
  if (picture.channels === 4) return trimmed(picture.pixels, picture, picture.scale);
  const pixels = Buffer.alloc(picture.width * picture.height * 4, 255);
  for (let i = 0, o = 0; i < picture.pixels.length; i += 3, o += 4) picture.pixels.copy(pixels, o, i, i + 3);
  return { pixels, width: picture.width, height: picture.height, scale: picture.scale };
}
