import { spread } from './spread.ts';
import { boxOf, inset, type Size } from '../box.ts';
import type { Ground } from './ground.ts';
import { weakOutline, weakOutlineMax } from './weak-outline.ts';

interface Wanted {
  /** Reports whether a pixel can lie in a hole, by its difference from the background. */
  isGround: (at: number) => boolean;
  /** Reports whether the network sees background in a region. */
  isBackground?: (region: Uint32Array) => boolean;
}

interface Holes {
  /** 1 for each pixel that belongs to the background, the holes included. */
  open: Uint8Array;
  /** Number of pixels in areas that look like holes but in which the network sees the object. */
  filled: number;
}

/**
 * Minimum part (0 to 1) of the picture that a hole in an object covers: if the network sees background there, and
 * otherwise. A smaller area is noise, or a gleam.
 */
const [seenPartMin, partMin] = [0.0002, 0.0006];
/** Maximum part (0 to 1) of the picture that a hole in an object may cover without a network. A larger area is a label. */
const partMax = 0.045;

/**
 * Adds the holes in an object, such as the hole of a handle, to the mask of the background. Background is visible
 * through such a hole, so a hole has its colour and a sharp border.
 */
export function withHoles(
  outside: Uint8Array,
  size: Size,
  { difference }: Pick<Ground, 'difference'>,
  { isGround, isBackground }: Wanted,
): Holes {
  const [open, seen] = [outside.slice(), outside.slice()];
  const isSharp = sharpness(size, difference);
  const queue = new Uint32Array(outside.length);
  const isNew = (at: number) => seen[at] === 0 && isGround(at);
  const take = (at: number) => {
    if (!isNew(at)) return false;
    seen[at] = 1;
    return true;
  };
  const [least, most] = isBackground === undefined ? [partMin, partMax] : [seenPartMin, 1];
  const isHole = (region: Uint32Array) => {
    const part = region.length / seen.length;
    return part >= least && part <= most && isSharp(region);
  };
  let filled = 0;
  for (let start = 0; start < seen.length; start++) {
    if (!isNew(start)) continue;
    const region = spread(size, [start], take, queue);
    if (!isHole(region)) continue;
    if (isBackground?.(region) === false) filled += region.length;
    else for (const at of region) open[at] = 1;
  }
  return { open, filled };
}

/** Returns a function that reports whether the picture differs from the background along the border of a region. */
function sharpness(size: Size, difference: Uint16Array): (region: Uint32Array) => boolean {
  const alone = new Uint8Array(difference.length);
  return (region) => {
    for (const at of region) alone[at] = 1;
    const weak = weakOutline({ size, outside: alone, difference, part: inset(boxOf(region, size), -1) });
    for (const at of region) alone[at] = 0;
    return weak <= weakOutlineMax;
  };
}
