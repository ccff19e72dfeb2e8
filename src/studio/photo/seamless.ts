import { oncePer } from '../../domain/once.ts';
import { rgb } from '../color.ts';
import type { Size } from '../box.ts';
import { type CutOut, trimmed } from './cut-out.ts';
import { groundOf, groundTolerance } from './ground.ts';
import type { OpenPicture } from './open.ts';
import { plainRim } from './plain-rim.ts';

/** A picture on its own ground, for a canvas of the same colour: no edge of the picture is visible there. */
export interface Seamless extends CutOut {
  /** Colour of the ground. */
  ownGround: string;
}

/** Difference from the ground, summed over the three channels, that no one sees at the edge of the picture. */
const unseenMax = 8;
/** Width of the rim in which the picture fades into the ground, as a share of its shorter side. */
const fadeShare = 0.04;

/**
 * Returns a picture for a canvas in the colour of its ground: what has this colour is transparent, and the rim fades
 * out. Nothing is taken away by it, not even white parts of a product on white. Returns null if the ground is not plain.
 */
export const seamlessOf = oncePer((picture: OpenPicture): Seamless | null => {
  const color = picture.analysis.kind === 'photo' ? plainRim(picture) : null;
  if (color === null) return null;
  const channels = rgb(color);
  const { difference } = groundOf(picture.pixels, picture, (_, channel) => channels[channel] ?? 0);
  const cut = trimmed(fadedOut(picture.pixels, picture, difference), picture, picture.scale);
  return cut === null ? null : { ...cut, ownGround: color };
});

function fadedOut(pixels: Buffer, { width, height }: Size, difference: Uint16Array): Buffer {
  const made = Buffer.alloc(width * height * 4);
  const fade = Math.max(2, fadeShare * Math.min(width, height));
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const rim = Math.min(x, y, width - 1 - x, height - 1 - y) / fade;
      const shown = ((difference[at] ?? 0) - unseenMax) / (groundTolerance - unseenMax);
      const opacity = Math.min(1, rim, shown);
      if (opacity <= 0) continue;
      pixels.copy(made, at * 4, at * 3, at * 3 + 3);
      made[at * 4 + 3] = Math.round(255 * opacity);
    }
  return made;
}
