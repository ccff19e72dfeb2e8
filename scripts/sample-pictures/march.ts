import sharp, { type Sharp } from 'sharp';
import { clamp, type Vec } from './sdf.ts';

export interface Surface {
  color: Vec;
  /** Roughness of the surface: 0 is a mirror, 1 is chalk. */
  rough: number;
  /**
   * Share of light that the surface reflects when seen from straight ahead: 0.04 for plastic, glaze and lacquer, 0.6
   * and more for metal.
   */
  shine: number;
}

export interface Scenery {
  /** Returns the distance from the point to the nearest solid. */
  distance(x: number, y: number, z: number): number;
  surface(x: number, y: number, z: number): Surface;
  /** Returns the light that comes from a direction. Rough surfaces blur it. */
  environment(direction: Vec, rough: number): Vec;
  /**
   * Key light: direction to it, colour, and the share of it that reaches a point, for example through a window or
   * leaves.
   */
  key: { direction: Vec; color: Vec; reaches(point: Vec): number; hardness: number };
  ambient: Vec;
  camera: { eye: Vec; target: Vec; zoom: number };
  /** Returns the colour of a ray that hits nothing, by its position in the picture. Null is transparent. */
  background(u: number, v: number): Vec | null;
  /** Exposure, by which all light is multiplied before tone mapping. */
  exposure: number;
}

const add = (a: Vec, b: Vec, t: number): Vec => [a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t];
const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export function unit(a: Vec): Vec {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function hit(scene: Scenery, eye: Vec, direction: Vec): number {
  let t = 0.02;
  for (let step = 0; step < 120 && t < 14; step++) {
    const d = scene.distance(eye[0] + direction[0] * t, eye[1] + direction[1] * t, eye[2] + direction[2] * t);
    if (d < 0.0006 * (1 + t)) return t;
    t += d * 0.85;
  }
  return -1;
}

function normal(scene: Scenery, [x, y, z]: Vec): Vec {
  const e = 0.0008;
  const a = scene.distance(x + e, y - e, z - e);
  const b = scene.distance(x - e, y - e, z + e);
  const c = scene.distance(x - e, y + e, z - e);
  const d = scene.distance(x + e, y + e, z + e);
  return unit([a - b - c + d, -a - b + c + d, -a + b - c + d]);
}

function shadow(scene: Scenery, from: Vec, direction: Vec, hardness: number): number {
  let lit = 1;
  let t = 0.03;
  for (let step = 0; step < 60 && t < 9; step++) {
    const d = scene.distance(from[0] + direction[0] * t, from[1] + direction[1] * t, from[2] + direction[2] * t);
    lit = Math.min(lit, 0.5 + (0.5 * d * hardness) / t);
    if (lit < 0.01) return 0;
    t += clamp(Math.abs(d), 0.02, 0.4);
  }
  return lit * lit * (3 - 2 * lit);
}

function occlusion(scene: Scenery, point: Vec, n: Vec): number {
  let hidden = 0;
  for (const [distance, weight] of [
    [0.05, 3.2],
    [0.14, 1.6],
    [0.32, 0.8],
    [0.7, 0.35],
  ] as const) {
    const [x, y, z] = add(point, n, distance);
    hidden += (distance - scene.distance(x, y, z)) * weight;
  }
  return clamp(1 - hidden * 0.55, 0.08, 1);
}

function shade(scene: Scenery, eye: Vec, direction: Vec, depth: number): Vec | null {
  const t = hit(scene, eye, direction);
  if (t < 0) return null;
  const point = add(eye, direction, t);
  const n = normal(scene, point);
  const { color, rough, shine } = scene.surface(...point);
  const open = occlusion(scene, point, n);
  const off = add(point, n, 0.006);
  const facing = Math.max(0, dot(n, scene.key.direction));
  const key =
    facing === 0 ? 0 : facing * shadow(scene, off, scene.key.direction, scene.key.hardness) * scene.key.reaches(point);
  const back = dot(direction, n);
  const mirror = unit(add(direction, n, -2 * back));
  const seen = depth > 0 ? shade(scene, off, mirror, depth - 1) : null;
  const around = scene.environment(mirror, rough);
  const fresnel = (shine + (1 - shine) * (1 - Math.min(1, -back)) ** 5) * (1 - rough * 0.75);
  const sky = scene.environment(n, 1);
  const lit = (i: 0 | 1 | 2) => {
    const diffuse =
      color[i] * (key * scene.key.color[i] + open * (scene.ambient[i] + sky[i] * 0.5)) * (shine > 0.3 ? 0.35 : 1);
    const mirrored = seen === null ? around[i] : seen[i] * (1 - rough) + around[i] * rough;
    return diffuse + mirrored * fresnel * (0.35 + 0.65 * open) * (shine > 0.3 ? color[i] : 1);
  };
  return [lit(0), lit(1), lit(2)];
}

/** Converts light to a display value, with film-like highlights and the gamma of displays. */
function develop(x: number): number {
  const y = Math.max(0, x);
  const film = (y * (2.51 * y + 0.03)) / (y * (2.43 * y + 0.59) + 0.14);
  return 255 * clamp(film, 0, 1) ** (1 / 2.2);
}

/** Draws a scene at twice its size and scales it down by half. Returns RGBA pixels. */
export function draw(scene: Scenery, width: number, height: number): Sharp {
  const [w, h] = [width * 2, height * 2];
  const pixels = Buffer.alloc(w * h * 4);
  const { eye, target, zoom } = scene.camera;
  const forward = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]);
  const right = unit(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const u = (2 * x - w) / h;
      const v = (h - 2 * y) / h;
      const direction = unit(add(add([forward[0] * zoom, forward[1] * zoom, forward[2] * zoom], right, u), up, v));
      const light = shade(scene, eye, direction, 1) ?? scene.background(x / w, y / h);
      if (light === null) continue;
      const [r, g, b] = light.map((level) => develop(level * scene.exposure)) as Vec;
      pixels.set([r, g, b, 255], (y * w + x) * 4);
    }
  }
  return sharp(pixels, { raw: { width: w, height: h, channels: 4 } }).resize(width, height, { kernel: 'lanczos3' });
}
