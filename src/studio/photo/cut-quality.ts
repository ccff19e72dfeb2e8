import type { Box } from '../box.ts';
import { groundTolerance, isWhite, rimOf } from './ground.ts';
import { type GuidedKey, seenMin, surelyUnseenMax } from './guided-key.ts';
import { tornMax, tornShare } from './torn-share.ts';
import { weakOutline } from './weak-outline.ts';

/** Measures of a cut-out that the eye judges. All but `eatenLines` are shares, 0 to 1. */
export interface CutQuality {
  /** Share of the picture's outermost pixels in which the object lies. An object that is cut off there looks broken. */
  rim: number;
  /** Share of the outline along which the object hardly differs from the background: a halo, or eaten parts. */
  weak: number;
  /** Share of the object that was dropped because the network does not see it. */
  dropped: number;
  /** Share of the object that lies in slivers apart from it. */
  torn: number;
  /** Share of the object that has the colour of the ground, if this is not white: ground that was not taken away. */
  left: number;
  /** Share of the object that the network does not see: the rest of a shadow, or of the ground. */
  unseen: number;
  /** Parts that the network takes for the object and that the cut removes, as a share of the object. */
  eaten: number;
  /** Share of the object in areas that look like holes, such as those between spokes, on a white ground. */
  filled: number;
  /** Share of the picture that the object covers. */
  area: number;
  /** Number of lines of text on the object of which a part was taken away. */
  eatenLines: number;
}

/** Limits of a clean cut: maximum shares, and the range of `area`. */
const limits = {
  rim: 0.06,
  weak: 0.2,
  dropped: 0.12,
  left: 0.05,
  unseen: 0.015,
  eaten: 0.01,
  filled: 0.003,
  areaMin: 0.015,
  areaMax: 0.93,
};
const limited = ['rim', 'weak', 'dropped', 'left', 'unseen', 'eaten', 'filled'] as const;

export function isClean({ area, torn, eatenLines, ...shares }: CutQuality): boolean {
  const isSized = area >= limits.areaMin && area <= limits.areaMax;
  const isWhole = torn <= tornMax && eatenLines === 0;
  return isSized && isWhole && limited.every((share) => shares[share] <= limits[share]);
}

/** Measures a cut-out. `lettering` is in fractions of the picture. */
export function qualityOf(key: GuidedKey, lettering: readonly Box[]): CutQuality {
  const { outside, size, ground, dropped, filled } = key;
  const rim = rimOf(size);
  const { object, sameAsGround, unseen, eaten } = countsOf(key);
  return {
    rim: rim.filter((at) => outside[at] === 0).length / rim.length,
    weak: weakOutline({ size, outside, difference: ground.difference }),
    dropped,
    torn: tornShare(outside, size),
    left: isWhite(ground, size) ? 0 : sameAsGround / Math.max(1, object),
    unseen: unseen / Math.max(1, object),
    eaten: eaten / Math.max(1, object),
    filled: isWhite(ground, size) ? filled / Math.max(1, object) : 0,
    area: object / outside.length,
    eatenLines: lettering.filter((line) => isEaten(key, line)).length,
  };
}

/** Counts pixels: of the object, of it in the colour of the ground, of it surely not seen, and seen but taken away. */
function countsOf({ outside, mask, ground: { difference } }: GuidedKey) {
  const counts = { object: 0, sameAsGround: 0, unseen: 0, eaten: 0 };
  for (let at = 0; at < outside.length; at++) {
    const seen = mask[at] ?? 0;
    if (outside[at] === 1) {
      if (seen >= seenMin) counts.eaten++;
      continue;
    }
    counts.object++;
    if (seen < surelyUnseenMax) counts.unseen++;
    if ((difference[at] ?? 0) <= groundTolerance) counts.sameAsGround++;
  }
  return counts;
}

/**
 * A line lies on the object if more than the first share of its box does, and is whole if more than the second does.
 */
const [onObjectMin, wholeMin] = [0.25, 0.9];

function isEaten({ outside, size: { width, height } }: GuidedKey, line: Box): boolean {
  const [left, top] = [Math.floor(line.x * width), Math.floor(line.y * height)];
  const [right, bottom] = [Math.ceil((line.x + line.width) * width), Math.ceil((line.y + line.height) * height)];
  let [object, all] = [0, 0];
  for (let y = top; y < Math.min(height, bottom); y++)
    for (let x = left; x < Math.min(width, right); x++, all++) if (outside[y * width + x] === 0) object++;
  const share = object / Math.max(1, all);
  return share > onObjectMin && share < wholeMin;
}
