import type { Mask } from '../../cutout/port.ts';
import type { Size } from '../box.ts';
import { fittedGround } from './fitted-ground.ts';
import { type Ground, groundTolerance, isColored, isWhite } from './ground.ts';
import { guidedFilter } from './guided-filter.ts';
import { withHoles } from './holes.ts';
import type { Keyed } from './lift.ts';
import { resampled, resampledMask } from './mask.ts';
import { flood } from './plain-key.ts';
import { reducedCopy, type ReducedCopy } from './reduced-copy.ts';
import { isShade, stepBetween, stepMax, withSoftShadow } from './soft-shadow.ts';
import { spread } from './spread.ts';

/** Maximum side, in pixels, of the copy in which the mask is fitted to the picture. */
const copySideMax = 480;
/** Radius of the guided filter, as a share of the copy's longer side, and its regularisation. */
const [radiusShare, epsilon] = [1 / 90, 2e-4];
/** Value of the mask, 0 to 255, from which the network sees the object. */
export const seenMin = 128;
/** Value of the mask, 0 to 255, below which a pixel is certainly no part of the object. */
export const surelyUnseenMax = 64;

export interface GuidedKey extends Keyed {
  /** Mask of the network, fitted to the edges of the picture, 0 to 255 for each pixel. */
  mask: Uint8Array;
  /** Share (0 to 1) of the pixels inside the outline that were dropped because the network does not see them. */
  dropped: number;
  /** Number of pixels of the object in areas that look like holes. */
  filled: number;
}

/**
 * Finds the background of a picture from its colour and from the mask of a network: background has the colour that the
 * background has there and is not seen by the network, so a white cap on white stays. Returns null if the background is
 * busy or dark.
 */
export function guidedKey(pixels: Buffer, size: Size, seen: Mask): GuidedKey | null {
  const copy = reducedCopy(pixels, size, Math.max(1, Math.ceil(Math.max(size.width, size.height) / copySideMax)));
  const coarse = resampledMask(seen, copy.size);
  const ground = fittedGround(pixels, size, { small: copy.pixels, smallSize: copy.size, mask: coarse });
  if (ground === null) return null;
  const fitted = { values: fittedMask(coarse, copy), ...copy.size };
  const mask = resampled(fitted, size, new Uint8Array(size.width * size.height), 255);
  const isUnseen = (at: number) => (mask[at] ?? 0) < seenMin;
  const around = flood(size, (at) => (ground.difference[at] ?? 0) <= groundTolerance && isUnseen(at));
  const tolerance = holeTolerance(ground, size);
  const { open, filled } = withHoles(around, size, ground, {
    isGround: (at) => {
      const difference = ground.difference[at] ?? 0;
      return difference <= tolerance || (difference <= groundTolerance && (mask[at] ?? 0) < surelyUnseenMax);
    },
    isBackground: (region) => isColored(ground, size) || meanOf(mask, region) < holeMaskMax,
  });
  addShade(open, { pixels, size, ground, mask });
  const { outside, dropped } = withoutIslands(withoutReflection(open, { pixels, size, ground }), size, mask);
  return { pixels, size, ground, outside, mask, dropped, filled };
}

function fittedMask(coarse: Float32Array, { pixels, size }: ReducedCopy): Float32Array {
  const guide = coarse.map(
    (_, at) =>
      ((pixels[at * 3] ?? 0) * 0.3 + (pixels[at * 3 + 1] ?? 0) * 0.59 + (pixels[at * 3 + 2] ?? 0) * 0.11) / 255,
  );
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) * radiusShare));
  return guidedFilter(coarse, guide, size, { radius, epsilon });
}

type Shade = Pick<GuidedKey, 'pixels' | 'size' | 'ground' | 'mask'>;

/**
 * Adds the soft shadow that is connected with the background and that the network does not see as object. Where the
 * network is sure, the shadow may have a tint: light that an object reflects on the ground.
 */
function addShade(outside: Uint8Array, { pixels, size, ground, mask }: Shade): void {
  const queue = new Uint32Array(outside.length);
  let [head, tail] = [0, 0];
  const join = (from: number, at: number): void => {
    const seen = mask[at] ?? 0;
    if (outside[at] !== 0 || seen >= seenMin || stepBetween({ pixels }, from, at) > stepMax) return;
    if (seen >= surelyUnseenMax && !isShade({ pixels, ground }, at)) return;
    outside[at] = 1;
    queue[tail++] = at;
  };
  const joinAround = (at: number): void => {
    join(at, at - 1);
    join(at, at + 1);
    join(at, at - size.width);
    join(at, at + size.width);
  };
  for (let at = 0; at < outside.length; at++) if (outside[at] === 1) joinAround(at);
  while (head < tail) joinAround(queue[head++] ?? 0);
}

/**
 * Maximum part (0 to 1) of an object that may be a shadow or reflection at its foot. A larger part is a pale object.
 */
const reflectionMax = 0.06;

/** Removes the shadow or reflection that the network takes for a part of the object. */
function withoutReflection(outside: Uint8Array, keyed: Omit<Keyed, 'outside'>): Uint8Array {
  const more = withSoftShadow({ ...keyed, outside });
  let [object, removed] = [0, 0];
  for (let at = 0; at < outside.length; at++) {
    if (outside[at] === 1) continue;
    object++;
    if (more[at] === 1) removed++;
  }
  return removed <= reflectionMax * object ? more : outside;
}

/** Maximum mean of the mask, 0 to 255, in a hole of an object. */
const holeMaskMax = 204;
/** Maximum difference from a white background, summed over the three channels, of a pixel in a hole. */
const whiteHoleTolerance = 9;

/**
 * Returns the maximum difference from the background in a hole. It is small on white, because parts of an object may
 * have nearly this colour.
 */
const holeTolerance = (ground: Ground, size: Size): number =>
  isWhite(ground, size) ? whiteHoleTolerance : groundTolerance;

/** Minimum mean of the mask, 0 to 255, in a part of the object. */
const partMaskMin = 90;
/** Part (0 to 1) of the picture up to which something that the network does not see is a speck. */
const speckMax = 0.0005;

/** Removes parts that the network does not see, such as the rest of a shadow or a mark on the background. */
function withoutIslands(given: Uint8Array, size: Size, mask: Uint8Array): { outside: Uint8Array; dropped: number } {
  const [outside, seen] = [given.slice(), given.slice()];
  const take = (at: number) => {
    if (seen[at] === 1) return false;
    seen[at] = 1;
    return true;
  };
  const queue = new Uint32Array(seen.length);
  let [dropped, all] = [0, 0];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1) continue;
    const part = spread(size, [start], take, queue);
    const isSpeck = part.length <= speckMax * seen.length;
    if (!isSpeck) all += part.length;
    if (meanOf(mask, part) >= partMaskMin) continue;
    if (!isSpeck) dropped += part.length;
    for (const at of part) outside[at] = 1;
  }
  return { outside, dropped: all === 0 ? 0 : dropped / all };
}

function meanOf(mask: Uint8Array, region: Uint32Array): number {
  let sum = 0;
  for (const at of region) sum += mask[at] ?? 0;
  return sum / Math.max(1, region.length);
}
