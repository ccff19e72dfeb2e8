/**
 * Signed distances from a point to simple solids, in units of the scene. The functions take numbers instead of vectors,
 * because they run about 10^9 times per picture.
 */

export const clamp = (x: number, low: number, high: number) => Math.min(high, Math.max(low, x));
export const mix = (a: number, b: number, t: number) => a + (b - a) * t;

export function smoothstep(low: number, high: number, x: number): number {
  const t = clamp((x - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

/** Upright cylinder around the y axis, between two heights, with rounded rims. */
export function cylinder(
  radial: number,
  y: number,
  size: { radius: number; bottom: number; top: number; round: number },
): number {
  const half = (size.top - size.bottom) / 2;
  const dx = radial - size.radius + size.round;
  const dy = Math.abs(y - size.bottom - half) - half + size.round;
  return Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - size.round;
}

/** Box around the origin with rounded edges. */
export function box(point: Vec, half: Vec, round: number): number {
  const x = Math.abs(point[0]) - half[0] + round;
  const y = Math.abs(point[1]) - half[1] + round;
  const z = Math.abs(point[2]) - half[2] + round;
  return Math.min(Math.max(x, y, z), 0) + Math.hypot(Math.max(x, 0), Math.max(y, 0), Math.max(z, 0)) - round;
}

export type Vec = [number, number, number];

/** Union of two solids. `k` is the radius that fills the seam between them. */
export function smoothUnion(a: number, b: number, k: number): number {
  const h = clamp(0.5 + (0.5 * (b - a)) / k, 0, 1);
  return mix(b, a, h) - k * h * (1 - h);
}

function hash(x: number, y: number): number {
  let h = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth random values from 0 to 1, with one random value per unit of distance. */
export function noise(x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  return mix(mix(hash(ix, iy), hash(ix + 1, iy), u), mix(hash(ix, iy + 1), hash(ix + 1, iy + 1), u), v);
}

/** Sum of several octaves of noise. Each is rotated a little, so that their lattice is not visible. */
export function fractal(x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let px = x;
  let py = y;
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(px, py);
    const turned = 1.6 * px + 1.2 * py;
    py = 1.6 * py - 1.2 * px;
    px = turned;
    weight *= 0.5;
  }
  return sum;
}
