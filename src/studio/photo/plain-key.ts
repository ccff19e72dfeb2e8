import { spread } from './spread.ts';
import type { Size } from '../box.ts';
import { flatGround, type Ground, groundTolerance, isWhite, rimOf } from './ground.ts';
import { withHoles } from './holes.ts';
import type { Keyed } from './lift.ts';
import { withSoftShadow } from './soft-shadow.ts';
import { tornMax, tornShare } from './torn-share.ts';
import { weakOutline } from './weak-outline.ts';

/**
 * Maximum difference from the background colour, summed over the three channels, of a pixel in a hole of an object. A
 * white label differs more from a white background, so it does not count as a hole.
 */
const holeTolerance = 9;

/**
 * Finds the background of a picture from colours alone. Returns null if the outermost pixels have several colours, or
 * if the object hardly differs from the background.
 */
export function plainKey(pixels: Buffer, size: Size): Keyed | null {
  const ground = flatGround(pixels, size);
  if (ground === null) return null;
  const outside = surroundings(pixels, size, ground);
  return outside === null ? null : { pixels, size, ground, outside };
}

/**
 * Maximum share (0 to 1) of the outline along which the object hardly differs from the background. It is lower than with
 * a network, because nothing else shows that parts of the object were taken away.
 */
const weakMax = 0.1;

function surroundings(pixels: Buffer, size: Size, ground: Ground): Uint8Array | null {
  const { difference } = ground;
  const outside = flood(size, (at) => (difference[at] ?? 0) <= groundTolerance);
  if (weakOutline({ size, outside, difference }) > weakMax) return null;
  const { open } = withHoles(outside, size, ground, { isGround: (at) => (difference[at] ?? 0) <= holeTolerance });
  // White parts of an object look like holes on white.
  if (isWhite(ground, size) && open.some((value, at) => value !== outside[at])) return null;
  return tornShare(open, size) > tornMax ? null : withSoftShadow({ size, pixels, ground, outside: open });
}

/**
 * Returns which pixels belong to the background. Only pixels connected with the edge of the picture do, so a white
 * label on a product stays when the background is white.
 */
export function flood(size: Size, isGround: (at: number) => boolean): Uint8Array {
  const outside = new Uint8Array(size.width * size.height);
  spread(size, rimOf(size), (at) => {
    if (outside[at] === 1 || !isGround(at)) return false;
    outside[at] = 1;
    return true;
  });
  return outside;
}
