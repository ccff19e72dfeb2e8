import sharp, { type Sharp } from 'sharp';
import { type Scenery, unit } from './march.ts';
import { box, clamp, cylinder, fractal, mix, noise, smoothstep, smoothUnion, type Vec } from './sdf.ts';

/** Share of the morning sun that reaches a point through four window panes and the leaves of a tree outside. */
function windowLight([x, y, z]: Vec): number {
  const [lx, ly] = [x * 0.78 + (z + 1.6) * 0.62 + 0.1, y - (z + 1.6) * 0.35 + x * 0.34];
  const pane = (p: number, low: number, high: number) =>
    smoothstep(low - 0.045, low + 0.045, p) * smoothstep(high + 0.045, high - 0.045, p);
  const across = pane(lx, -1.75, -0.62) + pane(lx, -0.5, 0.66);
  const upward = pane(ly, -1.4, 1.1) + pane(ly, 1.22, 2.75);
  const leaves =
    1 - 0.8 * smoothstep(0.5, 0.6, noise(lx * 3.3 + 4, ly * 2.9 + 7)) * smoothstep(-0.1, 1.4, lx + ly * 0.55 - 0.4);
  return across * upward * leaves;
}

/** A breakfast table by a wall in low sun, with a bowl, a cup and a vase with branches. */
export const morning: Scenery = {
  distance(x, y, z) {
    const wall = z + 1.6;
    const table = box([x, y + 0.12, z - 1.2], [9, 0.12, 2.2], 0.05);
    const vr = Math.hypot(x - 1.55, z + 0.15);
    const vase = smoothUnion(
      Math.hypot(vr, (y - 0.46) * 0.95) - 0.46,
      cylinder(vr, y, { radius: 0.13, bottom: 0.7, top: 1.22, round: 0.03 }),
      0.14,
    );
    const cr = Math.hypot(x - 0.55, z - 0.75);
    const cup = Math.max(
      cylinder(cr, y, { radius: 0.27 + 0.05 * y, bottom: 0, top: 0.46, round: 0.04 }),
      -cylinder(cr, y, { radius: 0.235 + 0.05 * y, bottom: 0.06, top: 0.9, round: 0.03 }),
    );
    const saucer = cylinder(cr, y - 0.12 * smoothstep(0.2, 0.6, cr), {
      radius: 0.52,
      bottom: 0,
      top: 0.035,
      round: 0.015,
    });
    const books = Math.min(
      box([x - 2.75, y - 0.09, z - 0.35], [0.62, 0.09, 0.42], 0.02),
      box([x - 2.68, y - 0.25, z - 0.3], [0.55, 0.07, 0.38], 0.02),
    );
    let twigs = 9;
    if (y > 0.9 && y < 3.6) {
      for (let i = 0; i < 5; i++) {
        const lean = (i - 2) * 0.21;
        const bend = 0.09 * Math.sin(y * 2.3 + i * 1.9);
        const px = x - 1.55 - lean * (y - 1) - bend;
        const pz = z + 0.15 - 0.14 * Math.sin(i * 2.4) * (y - 1);
        const stem = Math.hypot(px, pz) - 0.013;
        const phase = (y * 3.1 + i * 0.37) % 1;
        const isAbove = Math.floor(y * 3.1 + i * 0.37) >= Math.floor((2.75 - i * 0.13) * 3.1 + i * 0.37);
        const leaf = isAbove ? 9 : Math.hypot((Math.abs(px) - 0.12) * 1.1, (phase - 0.5) * 0.22, pz * 1.8) - 0.075;
        twigs = Math.min(twigs, Math.max(stem, y - 2.75 + i * 0.13), Math.max(leaf * 0.6, 1.25 - y));
      }
    }
    return Math.min(wall, table, vase, cup, saucer, books, twigs) * 0.8;
  },
  surface(x, y, z) {
    if (z < -1.58) {
      const plaster = 0.97 + 0.05 * fractal(x * 5, y * 5, 4) + 0.03 * noise(x * 60, y * 60);
      return { color: [0.74 * plaster, 0.66 * plaster, 0.57 * plaster], rough: 1, shine: 0.02 };
    }
    if (y < 0.012) {
      const grain = fractal(x * 0.9, z * 14, 4) + 0.25 * noise(x * 3, z * 130);
      const plank = Math.abs(((z + 20) % 0.8) - 0.4) > 0.393 ? 0.6 : 1;
      const tone = (0.62 + 0.5 * grain) * plank;
      return { color: [0.43 * tone, 0.27 * tone, 0.16 * tone], rough: 0.55, shine: 0.04 };
    }
    if (x > 2.02) return { color: y > 0.18 ? [0.74, 0.69, 0.6] : [0.2, 0.3, 0.33], rough: 0.9, shine: 0.02 };
    if (Math.hypot(x - 0.55, z - 0.75) < 0.56 && y < 0.6)
      return { color: [0.82, 0.79, 0.74], rough: 0.25, shine: 0.045 };
    if (y < 1.225) return { color: [0.14, 0.23, 0.25], rough: 0.35, shine: 0.045 };
    return { color: [0.2, 0.27, 0.12], rough: 0.9, shine: 0.02 };
  },
  environment: (direction) => {
    const level = 0.2 + 0.12 * direction[1] + 0.3 * smoothstep(0.2, 1, -direction[0]);
    return [level * 1.02, level, level * 0.98];
  },
  key: { direction: unit([-0.62, 0.5, 0.7]), color: [3.1, 2.45, 1.72], reaches: windowLight, hardness: 14 },
  ambient: [0.23, 0.215, 0.22],
  camera: { eye: [0.2, 1.75, 7.6], target: [0.05, 1.12, 0], zoom: 3.0 },
  background: () => [0.2, 0.2, 0.2],
  exposure: 0.8,
};

/** Converts light to a display value, with film-like highlights and the gamma of displays. */
const developed = (c: number) =>
  255 * clamp((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), 0, 1) ** (1 / 2.2);

function ridge(x: number, z: number): number {
  const far = fractal(x * 0.11, z * 0.11, 3);
  let height = 0;
  let weight = 1;
  let [px, pz] = [x * 0.16, z * 0.16];
  for (let octave = 0; octave < 8; octave++) {
    const fold = 1 - Math.abs(2 * noise(px, pz) - 1);
    height += weight * fold * fold;
    weight *= 0.46;
    [px, pz] = [1.7 * px + 1.1 * pz + 3.1, 1.7 * pz - 1.1 * px + 1.7];
  }
  return (
    (height * 2.7 - 1.35) * smoothstep(5, 16, z) * (0.45 + far) +
    0.3 * smoothstep(5, 9, z) * (0.55 + fractal(x, z, 3)) -
    0.16
  );
}

function sky(dx: number, dy: number): Vec {
  const t = clamp(dy * 2.1, 0, 1);
  const sun = Math.exp(-((dx + 0.3) ** 2 * 14 + (dy - 0.07) ** 2 * 40));
  const cloud = smoothstep(0.46, 0.75, fractal(dx * 2.2 + 3, dy * 13, 5)) * smoothstep(0.02, 0.12, dy) * 0.55;
  const base: Vec = [mix(1.02, 0.2, t ** 0.7), mix(0.66, 0.36, t ** 0.75), mix(0.46, 0.62, t ** 0.6)];
  return [base[0] + sun * 1.3 + cloud * 0.6, base[1] + sun * 0.85 + cloud * 0.34, base[2] + sun * 0.36 + cloud * 0.28];
}

function terrain(dx: number, dy: number, dz: number): Vec {
  const eye = 0.55;
  let t = 3;
  for (let step = 0; step < 700 && t < 70; step++) {
    const gap = eye + dy * t - ridge(dx * t, dz * t);
    if (gap < 0.0006 * t) break;
    t += Math.max(0.0035 * t, gap * 0.3);
  }
  if (t >= 70) return sky(dx, dy);
  const [x, z] = [dx * t, dz * t];
  const e = 0.01 * t;
  const slope = unit([ridge(x - e, z) - ridge(x + e, z), 2 * e, ridge(x, z - e) - ridge(x, z + e)]);
  const height = ridge(x, z);
  const light = Math.max(0, -0.72 * slope[0] + 0.36 * slope[1] + 0.45 * slope[2]);
  const snow = smoothstep(0.62, 0.8, slope[1]) * smoothstep(1.2, 2.1, height + 0.5 * fractal(x * 2, z * 2, 3));
  const rock: Vec = [mix(0.15, 0.8, snow), mix(0.15, 0.82, snow), mix(0.14, 0.9, snow)];
  const green = smoothstep(0.9, 0.2, height);
  const ground: Vec = [mix(rock[0], 0.07, green), mix(rock[1], 0.11, green), mix(rock[2], 0.06, green)];
  const fog = 1 - Math.exp(-((t / 34) ** 1.6));
  const haze = sky(dx, 0.03);
  const lit = (i: 0 | 1 | 2, sun: number, fill: number) => mix(ground[i] * (light * sun + fill), haze[i] * 0.82, fog);
  return [lit(0, 2.9, 0.34), lit(1, 1.9, 0.4), lit(2, 1.15, 0.56)];
}

/** Draws a lake in front of mountains, an hour after sunrise. Returns RGB pixels. */
export function lake(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(2 * x - width) / height / 2.1, (height * 1.12 - 2 * y) / height / 2.1];
      const [dx, dy, dz] = unit([u, v, 1]);
      const water = dy < 0 ? -0.55 / dy : Infinity;
      let seen: Vec;
      if (dy < 0 && ridge(dx * water, dz * water) < 0) {
        const far = dz * water;
        const ripple =
          (noise(dx * water * 3, far * 7) - 0.5) * 0.05 * smoothstep(9, 1, far) +
          (noise(dx * water * 1.2, far * 2.2) - 0.5) * 0.012;
        const mirror = terrain(dx + ripple * 0.4, Math.max(0.001, -dy + ripple), dz);
        const clear = 0.35 + 0.6 * (1 + dy) ** 3;
        seen = [mirror[0] * clear * 0.86 + 0.004, mirror[1] * clear * 0.92 + 0.012, mirror[2] * clear + 0.02];
      } else seen = terrain(dx, dy, dz);
      pixels.set(
        seen.map((c) => developed(c * 0.42)),
        (y * width + x) * 3,
      );
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function dune(x: number, z: number): number {
  const bent = x + 1.6 * Math.sin(z * 0.21) + 1.5 * fractal(x * 0.16, z * 0.16, 2);
  const saw = (((bent * 0.17 + z * 0.06) % 1) + 1) % 1;
  const crest = saw < 0.72 ? smoothstep(0, 0.72, saw) : (1 - saw) / 0.28;
  return crest * (1.1 + 1.4 * fractal(x * 0.08 + 5, z * 0.07, 2)) + 0.5 * fractal(x * 0.3, z * 0.3, 2) - 1;
}

/** Distance at which a ray from the eye meets the sand. At 60 or more, the ray meets the sky. */
function sandAlong([dx, dy, dz]: Vec): number {
  let t = 1.2;
  for (let step = 0; step < 220 && t < 60; step++) {
    const gap = 2.3 + dy * t - dune(dx * t, dz * t);
    if (gap < 0.0015 * t) break;
    t += Math.max(0.006 * t, gap * 0.3);
  }
  return t;
}

function sand([dx, , dz]: Vec, t: number): Vec {
  const [px, pz, e] = [dx * t, dz * t, 0.006 * t];
  const wind = Math.sin((px * 1.4 + pz * 4 + 1.2 * fractal(px * 1.5, pz * 1.5, 3)) * 7);
  const ripple = 0.012 * wind * smoothstep(14, 2, t);
  const across = dune(px - e, pz) - dune(px + e, pz) + ripple;
  const slope = unit([across, 2 * e, dune(px, pz - e) - dune(px, pz + e) + ripple]);
  const sun = Math.max(0, -0.86 * slope[0] + 0.36 * slope[1] + 0.2 * slope[2]);
  const fog = 1 - Math.exp(-((t / 34) ** 1.8));
  const tone = 0.96 + 0.08 * noise(px * 40, pz * 40);
  const lit = (albedo: number, warm: number, fill: number, air: number) =>
    mix(albedo * tone * (sun * warm + fill), air, fog * 0.85);
  return [lit(0.8, 1.5, 0.13, 0.95), lit(0.48, 1.22, 0.14, 0.64), lit(0.26, 0.95, 0.2, 0.48)];
}

/** Draws dunes in evening light. Returns RGB pixels. */
export function dunes(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ray = unit([(2 * x - width) / height / 2, (height * 0.62 - 2 * y) / height / 2, 1]);
      const t = sandAlong(ray);
      const up = clamp(ray[1] * 2.4, 0, 1);
      const air: Vec = [mix(0.98, 0.33, up ** 0.6), mix(0.68, 0.42, up ** 0.7), mix(0.5, 0.56, up ** 0.5)];
      const seen = t < 60 ? sand(ray, t) : air;
      pixels.set(
        seen.map((c) => developed(c * 0.55)),
        (y * width + x) * 3,
      );
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
