import { joined, type Layer, type Scene } from '../../../scene.ts';
import { type Box, intersection, partOf, wholeOf } from '../../../box.ts';
import { groundOf } from '../../../layouts/grounds.ts';
import { emptyScene, lit } from '../../../layouts/layout.ts';
import { showsDetail } from '../../../photo/close-up.ts';
import { upscaleMax } from '../../../photo/crop.ts';
import type { LayoutInput } from '../../../composition.ts';
import { type Plan, planFor } from './product-plan.ts';

/** Enlargements of a close-up, compared with the size at which the whole product fits its place. */
const zooms = [1.9, 1.7, 1.5] as const;
/** Maximum width of a product that is centred in its place, as a share of the place. A wider one extends beyond a side. */
const centredMax = 0.96;

interface CloseUp {
  plan: Plan;
  box: Box;
  worth: number;
}

/**
 * Draws the product so large that it extends beyond one edge of the canvas, or beyond two that meet. No window cuts it,
 * so that its outline shows what it is. The visible part is the one with the most detail, such as the label.
 */
export function closeUpShot(input: LayoutInput): Scene | null {
  const { format } = input;
  if (input.captionPlace !== null) return null;
  const ground = groundOf(input.choose('close-up ground', ['quiet', 'loud', 'tinted'] as const), input.roles, 0.18);
  const plans = [planFor(input, ground, 'bottom'), planFor(input, ground, 'top')].filter((plan) => plan !== null);
  const best = plans
    .flatMap((plan) => zooms.flatMap((zoom) => closeUps(input, plan, zoom)))
    .toSorted((a, b) => b.worth - a.worth)[0];
  if (best === undefined) return null;
  const product: Layer = { kind: 'product', box: best.box, cutOut: best.plan.product, shadow: null };
  return joined(emptyScene('close-up', format, lit(format, ground), product), best.plan.words);
}

/** Returns the close-ups of an enlargement that show detail: one for each pair of edges that the product may cross. */
function closeUps(input: LayoutInput, plan: Plan, zoom: number): CloseUp[] {
  const { product, thing } = plan;
  const whole = Math.min(thing.width / product.width, thing.height / product.height);
  const scale = whole * zoom;
  if (scale > product.scale * upscaleMax) return [];
  const size = { width: product.width * scale, height: product.height * scale };
  const boxes = placesAcross(input, plan, size.width).flatMap((x) =>
    placesDown(input, plan, size.height).map((y): Box => ({ x, y, ...size })),
  );
  return boxes.flatMap((box) => {
    const shown = showsDetail(product, shownOf(box, input));
    return shown === null ? [] : [{ plan, box, worth: shown * Math.sqrt(zoom) }];
  });
}

/** Returns the left edges of a product: centred in its place or, if it is too wide, beyond one side of the canvas. */
function placesAcross({ format: { width, u } }: LayoutInput, { thing, side }: Plan, across: number): number[] {
  const room = side === 'start' ? width - thing.x : width;
  const from = side === 'start' ? thing.x : 0;
  if (across <= room * centredMax) return [from + (room - across) / 2];
  return side === 'start' ? [from] : [6 * u, width - 6 * u - across];
}

/** Returns the upper edges of a product, which extends beyond the edge of the canvas that has no text. */
function placesDown({ format: { height, u } }: LayoutInput, { thing, side }: Plan, down: number): number[] {
  if (side === 'top') return [thing.y];
  return side === 'bottom' ? [thing.y + thing.height - down] : [6 * u, height - 6 * u - down];
}

/** Returns the part of the product that is on the canvas, in shares of the product. */
function shownOf(box: Box, { format }: LayoutInput): Box {
  const shown = intersection(box, wholeOf(format));
  return partOf({ ...shown, x: shown.x - box.x, y: shown.y - box.y }, box);
}
