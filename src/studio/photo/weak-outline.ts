import type { Size } from '../box.ts';

/**
 * Minimum difference from the background colour, summed over the three channels, of an object near its outline. With a
 * smaller difference, the outline counts as weak.
 */
const thingDifference = 60;
/** Distance from the outline within which the object must differ, as a share of the picture's longer side. */
const reachShare = 0.012;

interface Cut {
  size: Size;
  /** 1 for each pixel that belongs to the background. */
  outside: Uint8Array;
  /** Difference of a pixel from the background colour, summed over the three channels. */
  difference: (at: number) => number;
}

/**
 * Returns the share (0 to 1) of an outline along which the object hardly differs from the background. The outline of a
 * white product on white is weak, and a cut along it takes parts of the product away.
 */
export function weakOutline({ size, outside, difference }: Cut): number {
  const { width, height } = size;
  const reach = Math.max(3, Math.round(reachShare * Math.max(width, height)));
  let [edge, weak] = [0, 0];
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      const at = y * width + x;
      if (outside[at] === 1 || !touches(at)) continue;
      edge++;
      if (!differsNear(at)) weak++;
    }
  return edge === 0 ? 0 : weak / edge;

  function touches(at: number): boolean {
    return [at - 1, at + 1, at - width, at + width].some((near) => outside[near] === 1);
  }

  function differsNear(at: number): boolean {
    for (let dy = -reach; dy <= reach; dy += 2)
      for (let dx = -reach; dx <= reach; dx += 2) if (difference(at + dy * width + dx) >= thingDifference) return true;
    return false;
  }
}
