import { type Box, type Size, wholeOf } from '../box.ts';

/**
 * Minimum difference from the background colour, summed over the three channels, of an object near its outline. With a
 * smaller difference, the outline counts as weak.
 */
const thingDifference = 60;
/** Maximum share (0 to 1) of the outline of an object along which the object hardly differs from the background. */
export const weakOutlineMax = 0.22;
/** Distance from the outline within which the object must differ, as a share of the picture's longer side. */
const reachShare = 0.012;

interface Cut {
  size: Size;
  /** 1 for each pixel that belongs to the background. */
  outside: Uint8Array;
  /** Difference of each pixel from the background colour, summed over the three channels. */
  difference: Uint16Array;
  /** Part of the picture in which the outline lies. Default: the whole picture. */
  part?: Box;
}

/**
 * Returns the share (0 to 1) of an outline along which the object hardly differs from the background. The outline of a
 * white product on white is weak, and a cut along it takes parts of the product away.
 */
export function weakOutline({ size, outside, difference, part = wholeOf(size) }: Cut): number {
  const { width, height } = size;
  const reach = Math.max(3, Math.round(reachShare * Math.max(width, height)));
  let [edge, weak] = [0, 0];
  const [right, bottom] = [part.x + part.width, part.y + part.height];
  for (let y = Math.max(reach, part.y); y < Math.min(height - reach, bottom); y++)
    for (let x = Math.max(reach, part.x); x < Math.min(width - reach, right); x++) {
      const at = y * width + x;
      if (outside[at] === 1 || !touches(at)) continue;
      edge++;
      if (!differsNear(at)) weak++;
    }
  return edge === 0 ? 0 : weak / edge;

  function touches(at: number): boolean {
    return outside[at - 1] === 1 || outside[at + 1] === 1 || outside[at - width] === 1 || outside[at + width] === 1;
  }

  function differsNear(at: number): boolean {
    for (let dy = -reach; dy <= reach; dy += 2)
      for (let dx = -reach; dx <= reach; dx += 2)
        if ((difference[at + dy * width + dx] ?? 0) >= thingDifference) return true;
    return false;
  }
}
