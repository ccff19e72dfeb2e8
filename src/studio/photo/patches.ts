import { spread } from './spread.ts';
import type { Box, Size } from '../box.ts';

/** A grey picture, one byte per pixel. */
export interface Grey extends Size {
  pixels: Uint8Array;
}

export interface Patch {
  box: Box;
  area: number;
  /**
   * Mean (`tone`) and standard deviation (`spread`) of the grey values of the patch. `ground` and `groundSpread` are
   * the same for the pixels around the patch.
   */
  tone: number;
  spread: number;
  ground: number;
  groundSpread: number;
}

/**
 * Maximum height of a patch that may be a letter, as a part of the picture's height. A larger patch is a part of the
 * scene.
 */
const heightMax = 0.35;
const widthMax = 0.5;

/** Returns the connected patches in a mask that may be a letter or a short word. The mask is not changed. */
export function patchesIn(grey: Grey, mask: Uint8Array): Patch[] {
  const left = mask.slice();
  const queue = new Uint32Array(mask.length);
  const patches: Patch[] = [];
  const take = (at: number) => {
    if (left[at] === 0) return false;
    left[at] = 0;
    return true;
  };
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0) continue;
    const patch = measured(grey, spread(grey, [start], take, queue));
    const { box } = patch;
    const isSized = box.height <= grey.height * heightMax && box.width <= grey.width * widthMax;
    if (patch.area >= 6 && box.height >= 4 && isSized) patches.push({ ...patch, ...groundOf(grey, mask, box) });
  }
  return patches;
}

type MeasuredPatch = Pick<Patch, 'box' | 'area' | 'tone' | 'spread'>;

function measured({ pixels, width, height }: Grey, members: Uint32Array): MeasuredPatch {
  let [x0, x1, y0, y1] = [width, 0, height, 0];
  let [sum, squares] = [0, 0];
  for (const at of members) {
    const x = at % width;
    const y = (at - x) / width;
    x0 = Math.min(x0, x);
    x1 = Math.max(x1, x);
    y0 = Math.min(y0, y);
    y1 = Math.max(y1, y);
    const value = pixels[at] ?? 0;
    sum += value;
    squares += value * value;
  }
  const box = { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 };
  const tone = sum / members.length;
  return { box, area: members.length, tone, spread: deviation(squares / members.length, tone) };
}

const deviation = (meanSquare: number, mean: number) => Math.sqrt(Math.max(0, meanSquare - mean * mean));

/**
 * Measures the background of a patch, which consists of the pixels outside the mask that are in the box of the patch or
 * up to 2 px around this box.
 */
function groundOf(grey: Grey, mask: Uint8Array, box: Box): Pick<Patch, 'ground' | 'groundSpread'> {
  const { pixels, width, height } = grey;
  const [right, bottom] = [Math.min(width, box.x + box.width + 2), Math.min(height, box.y + box.height + 2)];
  let [count, sum, squares] = [0, 0, 0];
  for (let y = Math.max(0, box.y - 2); y < bottom; y++) {
    for (let at = y * width + Math.max(0, box.x - 2); at < y * width + right; at++) {
      if (mask[at] === 1) continue;
      const value = pixels[at] ?? 0;
      count++;
      sum += value;
      squares += value * value;
    }
  }
  const ground = sum / Math.max(1, count);
  return { ground, groundSpread: count === 0 ? 255 : deviation(squares / count, ground) };
}
