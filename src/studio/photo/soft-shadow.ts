import type { Size } from '../box.ts';
import type { Ground } from './ground.ts';

/** Share of the height of an object, at its foot, in which a shadow or reflection on the ground may lie. */
const footShare = 0.22;
/** Minimum brightness of a shadow, as a share of the brightness of the background. */
const brightnessMin = 0.4;
/** Maximum difference of a channel from the background's hue at the same brightness, in grey values (0 to 255). */
const tintMax = 12;
/** Maximum difference between neighbouring pixels of a shadow, summed over the three channels. */
export const stepMax = 20;
/** Minimum share of the border between shadow and object at which the picture has an edge. */
const sharpMin = 0.75;

interface Cut {
  size: Size;
  pixels: Buffer;
  ground: Pick<Ground, 'colorAt'>;
  /** 1 for each pixel that belongs to the background. */
  outside: Uint8Array;
}

/**
 * Returns the mask of the background with the soft shadow or reflection at the foot of an object added. On a ground of
 * another colour, such a shadow would look like a pale plate. Returns the mask as it is if the shadow has no clear
 * border with the object, because the object may be as pale as a shadow.
 */
export function withSoftShadow(cut: Cut): Uint8Array {
  const first = footOf(cut.size, cut.outside) * cut.size.width;
  const shadow = grown(cut, first);
  const border = borderOf(cut, shadow, first);
  return border.sharp >= sharpMin * border.all ? shadow : cut.outside;
}

/** Returns the mask of the background and of the shade that is connected with it, from a pixel on. */
function grown(cut: Cut, first: number): Uint8Array {
  const { outside, size } = cut;
  const shadow = outside.slice();
  const queue = new Uint32Array(shadow.length);
  let [head, tail] = [0, 0];
  const join = (from: number, at: number): void => {
    if (at < first || shadow[at] !== 0 || !isShade(cut, at) || stepBetween(cut, from, at) > stepMax) return;
    shadow[at] = 1;
    queue[tail++] = at;
  };
  const joinAround = (from: number): void => {
    join(from, from - 1);
    join(from, from + 1);
    join(from, from - size.width);
    join(from, from + size.width);
  };
  for (let at = first; at < shadow.length; at++) if (outside[at] === 1) joinAround(at);
  while (head < tail) joinAround(queue[head++] ?? 0);
  return shadow;
}

/** Counts the places at which the shadow meets the object, and those of them at which the picture has an edge. */
function borderOf(cut: Cut, shadow: Uint8Array, first: number): { sharp: number; all: number } {
  const { width } = cut.size;
  let [sharp, all] = [0, 0];
  const meet = (from: number, at: number): void => {
    if (shadow[at] !== 0) return;
    all++;
    if (at >= first && stepBetween(cut, from, at) > stepMax) sharp++;
  };
  for (let from = first; from < shadow.length; from++) {
    if (shadow[from] === 0 || cut.outside[from] === 1) continue;
    meet(from, from - 1);
    meet(from, from + 1);
    meet(from, from - width);
    meet(from, from + width);
  }
  return { sharp, all };
}

/** Returns the first row of the foot of an object. */
function footOf({ width }: Size, outside: Uint8Array): number {
  const [top, bottom] = [outside.indexOf(0), outside.lastIndexOf(0)].map((at) => Math.max(0, Math.floor(at / width)));
  return Math.ceil((bottom ?? 0) - ((bottom ?? 0) - (top ?? 0)) * footShare);
}

/** Reports whether a pixel has the hue of the background and is hardly darker. */
export function isShade({ pixels, ground }: Pick<Cut, 'pixels' | 'ground'>, at: number): boolean {
  let [seen, whole] = [0, 0];
  for (let channel = 0; channel < 3; channel++) {
    seen += pixels[at * 3 + channel] ?? 0;
    whole += ground.colorAt(at, channel);
  }
  const bright = seen / Math.max(1, whole);
  if (bright < brightnessMin) return false;
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs((pixels[at * 3 + channel] ?? 0) - bright * ground.colorAt(at, channel)) > tintMax) return false;
  return true;
}

export function stepBetween({ pixels }: Pick<Cut, 'pixels'>, one: number, other: number): number {
  let sum = 0;
  for (let channel = 0; channel < 3; channel++)
    sum += Math.abs((pixels[one * 3 + channel] ?? 0) - (pixels[other * 3 + channel] ?? 0));
  return sum;
}
