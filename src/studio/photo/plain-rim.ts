import { oncePer } from '../../domain/once.ts';
import { rgb } from '../color.ts';
import { groundTolerance, rimOf } from './ground.ts';
import type { OpenPicture } from './open.ts';
import { plainGround } from './plain-ground.ts';

/** Minimum part (0 to 1) of the outermost pixels that have the colour of the ground. With less, an object is cut off. */
const rimMin = 0.97;

/**
 * Returns the colour of the plain ground of a picture that shows its object whole: an object may touch the edge, as the
 * wheel of a bicycle does, but is not cut off there. Otherwise null.
 */
export const plainRim = oncePer((picture: OpenPicture): string | null => {
  const color = picture.channels === 3 ? plainGround(picture) : null;
  if (color === null) return null;
  const [red, green, blue] = rgb(color);
  const { pixels } = picture;
  const off = (at: number) =>
    Math.abs((pixels[at * 3] ?? 0) - red) +
    Math.abs((pixels[at * 3 + 1] ?? 0) - green) +
    Math.abs((pixels[at * 3 + 2] ?? 0) - blue);
  const rim = rimOf(picture);
  return rim.filter((at) => off(at) <= groundTolerance).length >= rimMin * rim.length ? color : null;
});
