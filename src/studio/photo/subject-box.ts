import type { Mask } from '../../cutout/port.ts';
import { aroundAll, type Box } from '../box.ts';
import { blurOf, sureBlurMax } from './mask.ts';
import { connected } from './objects.ts';

/** Maximum blur of a mask whose core is near the subject. */
const coreBlurMax = 10;
/**
 * Value of a mask, 0 to 255, from which a cell belongs to the subject: low in a sharp mask, so that thin parts such as
 * the saddle of a bicycle count, and high in another.
 */
const valueMin = { sure: 90, guess: 140 } as const;
/** Size of an object, as a share of the largest, below which it does not belong to the subject. */
const smallBelow = 0.02;

/** Returns the box around all objects that a network has found, in fractions of the picture; null if it is useless. */
export function boxOfMask(mask: Mask): Box | null {
  const blur = blurOf(mask);
  if (blur > coreBlurMax) return null;
  const found = connected(mask.values, mask, blur <= sureBlurMax ? valueMin.sure : valueMin.guess);
  const large = found.filter(({ cells }) => cells >= smallBelow * (found[0]?.cells ?? 0));
  return large.length === 0 ? null : aroundAll(large.map(({ box }) => box));
}

/** Returns the box around all objects of a subject that was found by colours; null if there are none. */
export const boxOfObjects = (objects: readonly Box[]): Box | null => {
  const areaOf = ({ width, height }: Box): number => width * height;
  const largest = Math.max(0, ...objects.map(areaOf));
  const large = objects.filter((each) => areaOf(each) >= smallBelow * largest);
  return large.length === 0 ? null : aroundAll(large);
};
