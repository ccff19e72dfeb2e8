import type { Box } from '../box.ts';
import { groundTolerance, isWhite, rimOf } from './ground.ts';
import type { GuidedKey } from './guided-key.ts';
import { tornMax, tornShare } from './torn-share.ts';
import { weakOutline } from './weak-outline.ts';

/** Measures of a cut-out that the eye judges. All but `eatenLines` are shares, 0 to 1. */
export interface CutQuality {
  /** Share of the picture's outermost pixels in which the object lies. An object that is cut off there looks broken. */
  rim: number;
  /** Overlap of the object with what the network sees, divided by their union. */
  agreement: number;
  /** Share of the outline along which the object hardly differs from the background: a halo, or eaten parts. */
  weak: number;
  /** Share of the object that was dropped because the network does not see it. */
  dropped: number;
  /** Share of the object that lies in slivers apart from it. */
  torn: number;
  /** Share of the object that has the colour of the ground, if this is not white: ground that was not taken away. */
  left: number;
  /** Share of the picture that the object covers. */
  area: number;
  /** Number of lines of text on the object of which a part was taken away. */
  eatenLines: number;
}

/** Limits of a clean cut: maximum shares, and the range of `area`. */
const limits = { rim: 0.06, weak: 0.2, dropped: 0.12, left: 0.05, areaMin: 0.015, areaMax: 0.93 };
const agreementMin = 0.82;

export function isClean({ rim, agreement, weak, dropped, torn, left, area, eatenLines }: CutQuality): boolean {
  const isSized = area >= limits.areaMin && area <= limits.areaMax;
  const isSharp = rim < limits.rim && weak <= limits.weak && dropped <= limits.dropped && torn <= tornMax;
  return isSized && isSharp && left <= limits.left && agreement >= agreementMin && eatenLines === 0;
}

/** Measures a cut-out. `lettering` is in fractions of the picture. */
export function qualityOf(key: GuidedKey, lettering: readonly Box[]): CutQuality {
  const { outside, size, ground, dropped } = key;
  const rim = rimOf(size);
  const { object, both, either, sameAsGround } = countsOf(key);
  return {
    rim: rim.filter((at) => outside[at] === 0).length / rim.length,
    agreement: both / Math.max(1, either),
    weak: weakOutline({ size, outside, difference: ground.difference }),
    dropped,
    torn: tornShare(outside, size),
    left: isWhite(ground, size) ? 0 : sameAsGround / Math.max(1, object),
    area: object / outside.length,
    eatenLines: lettering.filter((line) => isEaten(key, line)).length,
  };
}

/** Counts pixels: of the object, seen as object too, one of both, and of the object in the colour of the ground. */
function countsOf({ outside, mask, ground: { difference } }: GuidedKey) {
  const counts = { object: 0, both: 0, either: 0, sameAsGround: 0 };
  for (let at = 0; at < outside.length; at++) {
    const [isObject, isSeen] = [outside[at] === 0, (mask[at] ?? 0) >= 128];
    if (isObject || isSeen) counts.either++;
    if (!isObject) continue;
    counts.object++;
    if (isSeen) counts.both++;
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
