import { type Scenery, type Surface, unit } from './march.ts';
import { box, cylinder, noise, smoothstep, smoothUnion, type Vec } from './sdf.ts';

/**
 * Light of a photo studio: a big softbox on the left, a strip light on the right, a bright sheet above, and white all
 * round.
 */
function studioLight(direction: Vec, rough: number): Vec {
  const soft = 0.06 + rough * 0.5;
  const side = (center: number, width: number) => {
    const angle = Math.atan2(direction[0], direction[2]);
    return (
      smoothstep(width + soft, width - soft * 0.3, Math.abs(angle - center)) *
      smoothstep(-0.55 - soft, -0.35, direction[1]) *
      smoothstep(0.98, 0.7 - soft * 0.4, direction[1])
    );
  };
  const level =
    0.16 +
    0.16 * (direction[1] + 1) +
    1.75 * side(-0.95, 0.36) +
    1.05 * side(1.25, 0.17) +
    0.9 * smoothstep(0.75 - soft, 0.95, direction[1]);
  return [level, level, level * 1.01];
}

const white: Vec = [9, 9, 9.05];

function studio(scene: Pick<Scenery, 'distance' | 'surface' | 'camera'> & { ground?: Vec | null }): Scenery {
  const backdrop = scene.ground === undefined ? white : scene.ground;
  return {
    ...scene,
    environment: studioLight,
    key: { direction: unit([-0.55, 0.75, 0.62]), color: [1.15, 1.12, 1.08], reaches: () => 1, hardness: 5 },
    ambient: [0.26, 0.27, 0.29],
    background: () => backdrop,
    exposure: 0.5,
  };
}

function glassOrLabel(angle: number, y: number): Surface {
  const onLabel = Math.abs(angle) < 0.98 && y > 0.34 && y < 1.22;
  if (!onLabel) return { color: [0.16, 0.3, 0.235], rough: 0.2, shine: 0.05 };
  const [lx, ly] = [angle * 0.62, y - 0.78];
  const leaf =
    Math.abs(Math.hypot(lx + 0.085, ly - 0.14) - 0.15) < 0.011 ||
    Math.abs(Math.hypot(lx - 0.085, ly - 0.14) - 0.15) < 0.011;
  const rule = Math.abs(ly + 0.17) < 0.012 && Math.abs(lx) < 0.22;
  const small = Math.abs(ly + 0.25) < 0.009 && Math.abs(lx) < 0.14;
  return { color: leaf || rule || small ? [0.12, 0.2, 0.16] : [0.84, 0.81, 0.74], rough: 0.85, shine: 0.03 };
}

/** A serum bottle: frosted sage glass, brushed brass cap, a paper label. */
export const bottle: Scenery = studio({
  distance(x, y, z) {
    const radial = Math.hypot(x, z);
    const body = cylinder(radial, y, { radius: 0.62, bottom: 0, top: 1.62, round: 0.16 });
    const neck = cylinder(radial, y, { radius: 0.26, bottom: 1.5, top: 1.8, round: 0.02 });
    const ring = cylinder(radial, y, { radius: 0.315, bottom: 1.76, top: 1.84, round: 0.02 });
    const cap = cylinder(radial, y, { radius: 0.3, bottom: 1.85, top: 2.62, round: 0.05 });
    return Math.min(smoothUnion(body, neck, 0.14), ring, cap);
  },
  surface(x, y, z) {
    if (y > 1.75) {
      const brushed = 0.94 + 0.08 * noise(x * 2, y * 260) + 0.03 * noise(Math.atan2(x, z) * 90, y * 2);
      return { color: [0.93 * brushed, 0.74 * brushed, 0.45 * brushed], rough: 0.3, shine: 0.75 };
    }
    return glassOrLabel(Math.atan2(x, z), y);
  },
  camera: { eye: [0.35, 1.75, 7.4], target: [0, 1.28, 0], zoom: 4.15 },
});

/** A stoneware mug, dipped in a warm glaze. */
export const mug: Scenery = studio({
  distance(x, y, z) {
    const radial = Math.hypot(x, z);
    const outer = cylinder(radial, y, {
      radius: 0.78 - 0.05 * smoothstep(0.35, 0, y),
      bottom: 0,
      top: 1.6,
      round: 0.09,
    });
    const inner = cylinder(radial, y, { radius: 0.69, bottom: 0.12, top: 2.4, round: 0.12 });
    const [hx, hy] = [x - 0.83, (y - 0.82) * 0.86];
    const ring = Math.hypot(hx * 1.12, hy);
    const handle = Math.hypot(ring - 0.4, z * 0.78) - 0.085;
    const outside = Math.max(handle, 0.68 - radial);
    return Math.max(smoothUnion(outer, outside, 0.07), -inner) * 0.9;
  },
  surface(x, y, z) {
    const edge = 0.62 + 0.035 * Math.sin(Math.atan2(x, z) * 3 + 1) + 0.02 * Math.sin(Math.atan2(x, z) * 7);
    const speckle = noise(Math.atan2(x, z) * 46, y * 40) > 0.95 || noise(x * 70 + 9, (y + z) * 66) > 0.97;
    const inside = Math.hypot(x, z) < 0.72 && y > 0.1;
    if (inside) return { color: [0.83, 0.79, 0.72], rough: 0.25, shine: 0.04 };
    if (y > edge) return { color: speckle ? [0.5, 0.16, 0.07] : [0.79, 0.29, 0.14], rough: 0.16, shine: 0.05 };
    return { color: speckle ? [0.45, 0.38, 0.3] : [0.8, 0.74, 0.65], rough: 0.9, shine: 0.02 };
  },
  camera: { eye: [-1.6, 3.1, 6.6], target: [0.17, 0.76, 0], zoom: 4.1 },
});

/** One ear cup of the headphones, whose axis is the x axis. `side` is -1 for the left cup and 1 for the right one. */
function cup(x: number, y: number, z: number, side: number): { shell: number; cushion: number } {
  const along = (x * side - 1.02) * 1;
  const radial = Math.hypot((y - 0.62) * 0.86, z);
  const shell = cylinder(radial, along, { radius: 0.56, bottom: -0.02, top: 0.28, round: 0.12 });
  const cushion = Math.hypot(radial - 0.4, (along + 0.12) * 0.9) - 0.17;
  return { shell, cushion };
}

/** Over-ear headphones in night blue with copper arms. */
export const headphones: Scenery = studio({
  distance(x, y, z) {
    const c = Math.cos(0.62);
    const s = Math.sin(0.62);
    const px = c * x - s * z;
    const pz = s * x + c * z;
    const { shell, cushion } = cup(px, y, pz, px < 0 ? -1 : 1);
    const arc = Math.hypot(px * 1.02, (y - 1.0) * 0.92) - 1.2;
    const band = Math.max(
      Math.hypot(
        Math.max(0, Math.abs(arc) - 0.035),
        Math.max(0, Math.abs(pz) - 0.17 * smoothstep(0.2, 1.6, y) - 0.04),
      ) - 0.035,
      1.06 - y,
    );
    const arm = Math.max(Math.hypot(Math.abs(px) - 1.15, pz) - 0.045, Math.abs(y - 0.92) - 0.34);
    return Math.min(shell, cushion, band, arm) * 0.85;
  },
  surface(x, y, z) {
    const c = Math.cos(0.62);
    const s = Math.sin(0.62);
    const px = c * x - s * z;
    const pz = s * x + c * z;
    const { shell, cushion } = cup(px, y, pz, px < 0 ? -1 : 1);
    const radial = Math.hypot((y - 0.62) * 0.86, pz);
    if (cushion < shell + 0.002) return { color: [0.035, 0.038, 0.05], rough: 0.85, shine: 0.04 };
    if (shell < 0.01 && Math.abs(radial - 0.43) < 0.018) return { color: [0.85, 0.5, 0.33], rough: 0.25, shine: 0.75 };
    if (Math.abs(Math.abs(px) - 1.15) < 0.08 && y < 1.3 && shell > 0.01)
      return { color: [0.85, 0.5, 0.33], rough: 0.22, shine: 0.75 };
    return { color: [0.045, 0.075, 0.16], rough: 0.42, shine: 0.06 };
  },
  camera: { eye: [0, 1.9, 7.8], target: [0, 1.13, 0], zoom: 3.95 },
});

/** A drinks can with a sun and waves. It has no ground, so that the picture is a cut-out with an alpha channel. */
export const can: Scenery = studio({
  ground: null,
  distance(x, y, z) {
    const radial = Math.hypot(x, z);
    const taper = 0.1 * smoothstep(2.12, 2.42, y) + 0.09 * smoothstep(0.22, 0, y);
    const body = cylinder(radial + taper, y, { radius: 0.66, bottom: 0, top: 2.42, round: 0.05 });
    const well = cylinder(radial, y, { radius: 0.5, bottom: 2.37, top: 2.8, round: 0.01 });
    const tab = box([x, y - 2.4, z - 0.08], [0.14, 0.015, 0.22], 0.015);
    return Math.min(Math.max(body, -well), tab) * 0.85;
  },
  surface(x, y, z) {
    if (y > 2.33 || y < 0.06) return { color: [0.86, 0.87, 0.89], rough: 0.18, shine: 0.8 };
    const angle = Math.atan2(x, z);
    const px = angle * 0.66;
    const wave = (level: number, phase: number) => y < level + 0.075 * Math.sin(angle * 3.2 + phase);
    const sun = Math.hypot(px, y - 1.42) < 0.36;
    const drawn: Vec = wave(0.45, 0.4)
      ? [0.03, 0.16, 0.3]
      : wave(0.78, 2.1)
        ? [0.05, 0.36, 0.46]
        : wave(1.1, 3.6)
          ? [0.93, 0.86, 0.72]
          : sun
            ? [1, 0.82, 0.32]
            : [0.93, 0.31, 0.2];
    return { color: drawn, rough: 0.28, shine: 0.09 };
  },
  camera: { eye: [0.2, 2.6, 7.6], target: [0, 1.2, 0], zoom: 4.2 },
});
