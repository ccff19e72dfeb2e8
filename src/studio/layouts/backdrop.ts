import { block } from './layout.ts';
import { blend, chroma, contrast, contrastOf, luminance, luminanceOf, shaded } from '../color.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { Layer } from '../scene.ts';
import type { Box } from '../box.ts';
import type { LayoutInput } from '../composition.ts';

export interface BackdropOptions {
  product: Box;
  cutOut: CutOut;
  ground: string;
  clear: readonly Box[];
}

/**
 * Minimum contrast ratio between the product and the shape behind it. Below this ratio, the product would blend into
 * the shape.
 */
const standsOffMin = 1.35;

type BackdropKind = 'disc' | 'arch' | 'floor' | 'plain';

export const backdrop = (input: LayoutInput, options: BackdropOptions): Layer[] =>
  backdropOf(input.choose('backdrop', ['disc', 'arch', 'floor', 'arch', 'disc', 'plain'] as const), input, options);

export function backdropOf(kind: BackdropKind, input: LayoutInput, options: BackdropOptions): Layer[] {
  if (kind === 'plain') return [];
  const box = { floor: floorOf, disc: discOf, arch: archOf }[kind](input, options);
  if (box === null) return [];
  const radius = kind === 'floor' ? 0 : box.width / 2;
  const color = kind === 'floor' ? shade(options.ground) : shapeColor(input, options);
  return [block(box, color, radius)];
}

const shade = (ground: string) => shaded(ground, 0.05);

/**
 * Minimum chroma (colourfulness) of a mixture of two colours, as a fraction of the chroma of the less colourful one. A
 * mixture of opposite hues is below this minimum and is not used, because it looks dirty.
 */
const mudMax = 0.8;

function shapeColor({ roles, tone }: LayoutInput, { cutOut, ground }: BackdropOptions): string {
  const isLoud = tone === 'bold' || tone === 'playful' || tone === 'friendly';
  const parts = isLoud ? [0.94, 0.6] : [0.5, 0.3];
  const candidates = parts
    .map((part) => blend(ground, roles.accent, part))
    .filter((color) => chroma(color) >= mudMax * Math.min(chroma(ground), chroma(roles.accent)));
  const fits = candidates.find((color) => standsOff(cutOut, color) && contrastOf(color, ground) >= 1.06);
  return fits ?? shade(ground);
}

/** Reports whether a product is clearly lighter or darker than the colour behind it. */
export const standsOff = (cutOut: CutOut, color: string): boolean =>
  contrast(luminanceOf(color), meanLight(cutOut)) >= standsOffMin;

function meanLight({ pixels }: CutOut): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < pixels.length; at += 400) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    sum += luminance(red, green, blue);
    count++;
  }
  return count === 0 ? 0.5 : sum / count;
}

function floorOf({ format }: LayoutInput, { product, clear }: BackdropOptions): Box | null {
  const y = Math.round(product.y + product.height - Math.min(14 * format.u, product.height * 0.2));
  const isFree = clear.every((box) => box.y + box.height < y - 2 * format.u);
  return isFree ? { x: 0, y, width: format.width, height: format.height - y } : null;
}

function discOf({ format }: LayoutInput, { product, clear }: BackdropOptions): Box | null {
  const [x, y] = [product.x + product.width / 2, product.y + product.height * 0.52];
  const wanted = Math.max(product.width, product.height) * 0.58;
  const room = Math.min(...clear.map((box) => distanceTo(box, [x, y]))) - 3 * format.u;
  const radius = Math.min(wanted, room);
  if (radius < Math.min(product.width, product.height) * 0.5) return null;
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

export function distanceTo(box: Box, [x, y]: readonly [number, number]): number {
  return Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height));
}

/** Maximum ratio of height to width of an arch. A taller arch would look like a post and is not drawn. */
const archTallestRatio = 2.4;

function archOf({ format }: LayoutInput, { product, clear }: BackdropOptions): Box | null {
  const middle = product.x + product.width / 2;
  const beside = clear.filter((box) => box.y + box.height > product.y - 3 * format.u);
  const room = Math.min(...beside.map((box) => middle - box.x - box.width), Infinity) - 3 * format.u;
  const width = Math.min(product.width * 1.36, 2 * room, format.width * 0.94);
  if (width < product.width * 1.08) return null;
  const above = clear.filter((box) => !beside.includes(box)).map((box) => box.y + box.height + 3 * format.u);
  const y = Math.max(product.y - width * 0.16, 3 * format.u, ...above);
  if (format.height - y > archTallestRatio * width) return null;
  return { x: middle - width / 2, y, width, height: format.height + width - y };
}
