import type { Box } from '../../../box.ts';
import { contrastOf } from '../../../color.ts';
import { standsOff } from '../../../layouts/backdrop.ts';
import { groundOf, loud, quiet, tinted } from '../../../layouts/grounds.ts';
import { emptyScene, flat } from '../../../layouts/layout.ts';
import { cutOutPart, richestPart } from '../../../photo/close-up.ts';
import { upscaleMax } from '../../../photo/crop.ts';
import type { CutOut } from '../../../photo/cut-out.ts';
import type { Scene } from '../../../scene.ts';
import type { Clip } from '../../film.ts';
import type { ShotInput } from '../shot-input.ts';
import { type Plan, planFor } from './product-plan.ts';
import { joined } from './words.ts';

/**
 * Enlargements of a close-up, compared with the size at which the whole product would fit its window, in the order in
 * which they are tried. A narrow product fills its window only if it is enlarged more.
 */
const zooms = [1.8, 2.5, 3.2] as const;
/** With a smaller enlargement, the close-up would look like the whole product cut off by mistake. */
const zoomMin = 1.4;
/** Sizes of the window, as factors of the largest size, that are tried if the picture has too few pixels. */
const windowSizes = [1, 0.85, 0.72] as const;

/** Draws a part of the product with much detail, such as its label, in a window of the shape of the brand. */
export function closeUpShot(input: ShotInput): Scene | null {
  const { format, product } = input;
  if (product === null) return null;
  const ground = groundOf(input.choose('close-up ground', ['quiet', 'loud', 'tinted'] as const), input.roles, 0.18);
  const plan = planFor(input, ground);
  const behind = plan === null ? undefined : behindFor(input, product, ground.color);
  if (plan === null || behind === undefined) return null;
  for (const size of windowSizes) {
    const box = windowOf(input, plan, size);
    const part = partFor(product, box);
    if (part === null) continue;
    const window = outlineOf(input, plan, box);
    const scene = emptyScene('close-up', format);
    scene.layers.push(flat(format, ground.color), {
      kind: 'fill',
      element: 'panel',
      color: behind,
      box: window,
      radius: window.radius,
    });
    scene.layers.push({ kind: 'product', box, cutOut: part, shadow: null, window });
    return joined(scene, plan.words);
  }
  return null;
}

/** Returns a colour of the brand that differs from the ground and from the product. */
function behindFor({ roles }: ShotInput, product: CutOut, ground: string): string | undefined {
  return [tinted(roles, 0.3), loud(roles), quiet(roles)]
    .map(({ color }) => color)
    .find((color) => standsOff(product, color) && contrastOf(color, ground) >= 1.15);
}

/** Returns the part of the product that fills a window, or null if the part would be blurred or hardly a detail. */
function partFor(product: CutOut, { width, height }: Box): CutOut | null {
  const whole = Math.min(width / product.width, height / product.height);
  const sharp = product.scale * upscaleMax;
  const scales = zooms.map((zoom) => Math.min(whole * zoom, sharp)).filter((scale) => scale >= whole * zoomMin);
  const parts = [...new Set(scales)].map((scale) =>
    richestPart(product, { width: width / scale, height: height / scale }),
  );
  const part = parts.find((each) => each !== null);
  return part === undefined ? null : cutOutPart(product, part);
}

/** Reports whether the window extends to the edges of the canvas. Captions need a quiet place under the window. */
const isBleeding = ({ shape, hasCaptions }: ShotInput): boolean => shape === 'slab' && !hasCaptions;

/** Reports whether the window is an arch, which stands on the lower edge of the canvas. */
const isArch = ({ shape, hasCaptions, format }: ShotInput, { side }: Plan): boolean =>
  shape === 'arch' && !hasCaptions && side === 'top' && format.shape !== 'wide';

/** Returns the visible part of the window. */
function windowOf(input: ShotInput, plan: Plan, size: number): Box {
  if (isBleeding(input) && size === 1) return toEdges(input, plan);
  const { format, floor, hasCaptions, shape } = input;
  const { side, thing } = plan;
  const { width, height, u, margin } = format;
  const foot = hasCaptions ? floor - 2 * u : height - margin;
  const room =
    side === 'start'
      ? { x: thing.x, y: margin, width: width - margin - thing.x, height: foot - margin }
      : { ...thing, x: margin, width: width - 2 * margin };
  const square = shape === 'disc' ? Math.min(room.width, room.height) : Infinity;
  const [across, down] = [size * Math.min(room.width, square), size * Math.min(room.height, square)];
  const centered = { x: room.x + (room.width - across) / 2, width: across };
  return isArch(input, plan)
    ? { ...centered, y: height - size * (height - room.y), height: size * (height - room.y) }
    : { ...centered, y: room.y + (room.height - down) / 2, height: down };
}

function toEdges({ format: { width, height } }: ShotInput, { side, thing }: Plan): Box {
  if (side === 'start') return { x: thing.x, y: 0, width: width - thing.x, height };
  return side === 'top'
    ? { x: 0, y: thing.y, width, height: height - thing.y }
    : { x: 0, y: 0, width, height: thing.y + thing.height };
}

/** Returns the outline of a window. The round foot of an arch is below the canvas. */
function outlineOf(input: ShotInput, plan: Plan, box: Box): Clip {
  const { shape, format } = input;
  const half = Math.min(box.width, box.height) / 2;
  if (isArch(input, plan)) return { ...box, height: box.height + half, radius: half };
  const radius = { slab: 0, round: 4 * format.u, arch: 4 * format.u, disc: half }[shape];
  return { ...box, radius };
}
