import { oklab } from '../color.ts';
import type { Edge, Size } from '../box.ts';

/**
 * Returns how much each cell (pixel) of a small RGB picture belongs to its main subject, 0 to 1; all 0 if there is
 * none. The measure is the minimum barrier distance (Zhang, Sclaroff, Lin, Shen, Price and Mech, "Minimum Barrier
 * Salient Object Detection at 80 FPS", ICCV 2015): the smallest step of colour that a path from the edge of the picture
 * must cross. The distance from each side is computed separately and the second smallest counts (after Zhu, Liang, Wei
 * and Sun, "Saliency Optimization from Robust Background Detection", CVPR 2014), so a portrait that touches one side is
 * still a subject, but a wall that touches two is not.
 */
export function subjectIn(small: Buffer, size: Size): Float32Array {
  const channels = blurredLab(small, size);
  const sides = (['top', 'bottom', 'left', 'right'] as const).map((side) => {
    const sum = new Float32Array(size.width * size.height);
    for (const channel of channels) addBarrierDistance(channel, size, side, sum);
    return sum;
  });
  const strength = sides[0] ?? new Float32Array();
  for (let at = 0; at < strength.length; at++) {
    const [, second = 0] = sides.map((side) => side[at] ?? 0).sort((a, b) => a - b);
    strength[at] = second;
  }
  const [light = new Float32Array()] = channels;
  return closed(softened(strength, size, quantile(light, 0.98) - quantile(light, 0.02)), size);
}

/** Averages the cells with their neighbours, so that the grain of a photo is not mistaken for a step of colour. */
function blurredLab(small: Buffer, { width, height }: Size): Float32Array[] {
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  for (let at = 0; at < width * height; at++) {
    const lab = oklab(small[at * 3] ?? 0, small[at * 3 + 1] ?? 0, small[at * 3 + 2] ?? 0);
    planes.forEach((plane, channel) => (plane[at] = lab[channel] ?? 0));
  }
  return planes.map((plane) => blurred(plane, { width, height }));
}

function blurred(plane: Float32Array, { width, height }: Size): Float32Array {
  const passes = [
    { step: 1, along: width, of: (at: number) => at % width },
    { step: width, along: height, of: (at: number) => Math.floor(at / width) },
  ];
  return passes.reduce((from, { step, along, of }) => {
    const to = new Float32Array(from.length);
    for (let at = 0; at < from.length; at++) {
      const here = from[at] ?? 0;
      const place = of(at);
      const before = place > 0 ? (from[at - step] ?? 0) : here;
      const after = place < along - 1 ? (from[at + step] ?? 0) : here;
      to[at] = (before + here + after) / 3;
    }
    return to;
  }, plane);
}

/**
 * Adds to `sum` each cell's minimum barrier distance from one side of the picture. The values on a path from the side
 * to the cell have a range (highest minus lowest value). The minimum barrier distance is the smallest range of all such
 * paths.
 */
function addBarrierDistance(plane: Float32Array, size: Size, side: Edge, sum: Float32Array): void {
  const ways: Ways = { plane, distance: seeded(size, side), high: plane.slice(), low: plane.slice() };
  for (const isForward of [true, false, true]) scan(ways, size, isForward);
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + Math.min(2, ways.distance[at] ?? 0);
}

interface Ways {
  plane: Float32Array;
  distance: Float32Array;
  high: Float32Array;
  low: Float32Array;
}

function seeded({ width, height }: Size, side: Edge): Float32Array {
  const distance = new Float32Array(width * height).fill(9);
  const isAcross = side === 'top' || side === 'bottom';
  const step = isAcross ? 1 : width;
  const start = side === 'bottom' ? width * (height - 1) : side === 'right' ? width - 1 : 0;
  for (let i = 0; i < (isAcross ? width : height); i++) distance[start + i * step] = 0;
  return distance;
}

function scan(ways: Ways, { width, height }: Size, isForward: boolean): void {
  const step = isForward ? 1 : -1;
  const last = isForward ? 0 : width - 1;
  let at = isForward ? 0 : width * height - 1;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += step) {
      if (at % width !== last) relax(ways, at, at - step);
      if (row > 0) relax(ways, at, at - step * width);
    }
  }
}

function relax({ plane, distance, high, low }: Ways, at: number, from: number): void {
  const value = plane[at] ?? 0;
  const top = Math.max(high[from] ?? 0, value);
  const bottom = Math.min(low[from] ?? 0, value);
  if (top - bottom >= (distance[at] ?? 0)) return;
  distance[at] = top - bottom;
  high[at] = top;
  low[at] = bottom;
}

function centred(at: number, { width, height }: Size): number {
  const x = ((at % width) + 0.5) / width - 0.5;
  const y = (Math.floor(at / width) + 0.5) / height - 0.5;
  return 0.3 + 0.7 * Math.exp(-(x * x + y * y) / (2 * 0.36 * 0.36));
}

/**
 * Minimum difference in colour, 0 to 1, between a main subject and its surroundings in a picture with both black and
 * white. A smaller difference is treated as shading.
 */
const strengthMin = 0.14;

/**
 * Minimum strength of a limb, relative to the minimum strength of the subject's core. A limb is a part of the subject
 * that is connected with the core but stands out less from the surroundings.
 */
const limbMin = 0.8;
const limbWeight = 0.6;

function softened(strength: Float32Array, size: Size, range: number): Float32Array {
  const core = strength.map((each, at) => each * centred(at, size));
  const least = strengthMin * Math.min(1, Math.max(0.35, range / 0.6));
  const edge = Math.max(least, quantile(core, 0.985) * 0.5);
  const mask = core.map((each) => Math.min(1, Math.max(0, (each / edge - 0.65) / 0.45)));
  addLimbs(mask, strength, size, Math.max(least, edge * limbMin));
  return mask;
}

function addLimbs(mask: Float32Array, strength: Float32Array, { width }: Size, least: number): void {
  const queue = new Uint32Array(mask.length);
  const isSeen = new Uint8Array(mask.length);
  let [head, tail] = [0, 0];
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] !== 1) continue;
    isSeen[at] = 1;
    queue[tail++] = at;
  }
  while (head < tail) {
    const at = queue[head++] ?? 0;
    // At the edge of the picture, `at - 1` and `at + 1` are cells of the neighbouring row. The resulting error is one
    // cell at most.
    for (const next of [at - 1, at + 1, at - width, at + width]) {
      if (isSeen[next] !== 0 || (strength[next] ?? 0) < least) continue;
      isSeen[next] = 1;
      mask[next] = Math.max(mask[next] ?? 0, limbWeight);
      queue[tail++] = next;
    }
  }
}

function quantile(values: Float32Array, part: number): number {
  return values.toSorted()[Math.floor((values.length - 1) * part)] ?? 0;
}

/**
 * Half of the maximum width of a gap in the detected subject that is filled, as a fraction of the picture's longer
 * side. For example, a face between hair and collar may be such a gap.
 */
const gapPart = 0.045;

function closed(mask: Float32Array, size: Size): Float32Array {
  const reach = Math.max(1, Math.round(Math.max(size.width, size.height) * gapPart));
  return slid(slid(mask, size, reach + 1, Math.max), size, reach, Math.min);
}

function slid(mask: Float32Array, size: Size, reach: number, extreme: (a: number, b: number) => number): Float32Array {
  const { width, height } = size;
  const pass = (from: Float32Array, step: number, along: number) => {
    const to = from.slice();
    for (let at = 0; at < from.length; at++) {
      const place = step === 1 ? at % width : Math.floor(at / width);
      const [first, last] = [Math.max(-reach, -place), Math.min(reach, along - 1 - place)];
      for (let by = first; by <= last; by++) to[at] = extreme(to[at] ?? 0, from[at + by * step] ?? 0);
    }
    return to;
  };
  return pass(pass(mask, 1, width), width, height);
}
