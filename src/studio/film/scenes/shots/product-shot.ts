import { joined, type Layer, type Scene, thingsOf } from '../../../scene.ts';
import type { Box } from '../../../box.ts';
import { contrastOf, shaded } from '../../../color.ts';
import { backdropOf, type BackdropOptions } from '../../../layouts/backdrop.ts';
import { groundOf, loud, quiet } from '../../../layouts/grounds.ts';
import { emptyScene, flat, lit, panel } from '../../../layouts/layout.ts';
import { productIn } from '../../../layouts/product-place.ts';
import type { LayoutInput } from '../../../composition.ts';
import { decor } from './decor.ts';
import { type Plan, planFor } from './product-plan.ts';

/**
 * Draws the product on a ground with a gradient of light and a shape behind the product. The text is above, below or
 * beside the product.
 */
export function studioShot(input: LayoutInput): Scene | null {
  const ground = groundOf(input.choose('studio ground', ['tinted', 'loud', 'quiet'] as const), input.roles, 0.18);
  const plan = planFor(input, ground);
  if (plan === null) return null;
  const { format } = input;
  const placed = productIn(plan.product, plan.thing, ground.color, plan);
  if (placed === null) return null;
  const shape = { product: placed.box, cutOut: plan.product, ground: ground.color, clear: thingsOf(plan.words) };
  const behind = tableUnder(input, plan, placed.box, ground.color) ?? shapesBehind(input, shape);
  return joined(emptyScene('studio', format, lit(format, ground), ...behind, placed), plan.words);
}

/**
 * Returns the shape behind the product: the shape of the brand. A brand with straight shapes and a playful brand also
 * get the shapes of their tone.
 */
function shapesBehind(input: LayoutInput, options: BackdropOptions): Layer[] {
  const { shape, tone } = input;
  const all = [...options.clear, options.product];
  const kind = ({ disc: 'disc', arch: 'arch', round: 'floor', slab: 'plain' } as const)[shape];
  const own = backdropOf(kind, input, options);
  return tone === 'playful' || shape === 'slab' ? [...decor(input, options.ground, all), ...own] : own;
}

/**
 * Returns a table on which the product stands if the film has captions, so that the place behind the captions is not
 * empty. Returns null without captions, and if the text is beside the product.
 */
function tableUnder(
  { format, captionPlace }: LayoutInput,
  { side }: Plan,
  product: Box,
  ground: string,
): Layer[] | null {
  if (captionPlace === null || side === 'start') return null;
  const { width, height } = format;
  const y = product.y + product.height * 0.84;
  return [panel({ x: 0, y, width, height: height - y }, shaded(ground, 0.09))];
}

/** Draws a product that stands on the edge of a block of colour. The text is on the block or above it. */
export function podiumShot(input: LayoutInput): Scene | null {
  const { format, roles } = input;
  const behind = groundOf(input.choose('podium ground', ['tinted', 'loud', 'quiet'] as const), roles, 0.16);
  const words = behind.color === roles.primary ? quiet(roles) : loud(roles);
  if (contrastOf(words.color, behind.color) < 1.15) return null;
  const plan = planFor(input, words);
  if (plan === null) return null;
  const placed = productIn(plan.product, plan.thing, (plan.side === 'bottom' ? words : behind).color);
  if (placed === null) return null;
  const podium = panel(blockFor(input, plan, placed.box), words.color);
  return joined(emptyScene('podium', format, flat(format, behind.color), podium, placed), plan.words);
}

/** Enlargement of a detail compared with the largest size at which the whole product would be visible. */
const detailSize = { min: 1.16, max: 1.5 };

/**
 * Draws a detail of the product, which extends beyond the edges of the canvas. The text is on the side without the
 * product.
 */
export function detailShot(input: LayoutInput): Scene | null {
  const { format } = input;
  const ground = groundOf(input.choose('detail ground', ['loud', 'quiet', 'tinted'] as const), input.roles, 0.18);
  const plan = planFor(input, ground, 'top');
  if (plan === null || input.captionPlace !== null) return null;
  const { product, thing } = plan;
  const beyond = extended(thing, input, plan.side);
  const whole = Math.min(beyond.width / product.width, beyond.height / product.height);
  const scale = Math.min(whole * detailSize.max, product.scale * 1.5);
  if (scale < whole * detailSize.min) return null;
  const [width, height] = [product.width * scale, product.height * scale];
  const box = {
    x: beyond.x + (beyond.width - width) / 2,
    y: plan.side === 'bottom' ? beyond.y + beyond.height - height : beyond.y,
    width,
    height,
  };
  if (plan.side === 'start') box.x = Math.max(box.x, beyond.x);
  const shown: Layer = { kind: 'product', box, cutOut: product, shadow: null };
  return joined(emptyScene('detail', format, lit(format, ground), shown), plan.words);
}

/** Returns the block of colour under the text. The product stands on the edge of the block or beside the block. */
function blockFor({ format }: LayoutInput, { side, thing }: Plan, product: Box): Box {
  const { width, height, u } = format;
  const foot = product.y + product.height;
  if (side === 'bottom') return { x: 0, y: foot - 3 * u, width, height: height - foot + 3 * u };
  if (side === 'top') return { x: 0, y: 0, width, height: product.y + product.height * 0.4 };
  return { x: 0, y: 0, width: thing.x - 2 * u, height };
}

/** Extends the area of a detail to the edges of the canvas that have no text. */
function extended(thing: Box, { format }: LayoutInput, side: Plan['side']): Box {
  const { width, height } = format;
  if (side === 'start') return { x: thing.x, y: 6 * format.u, width: width - thing.x, height: height - 6 * format.u };
  if (side === 'top') return { x: 0, y: thing.y, width, height: height - thing.y };
  return { x: 0, y: 0, width, height: thing.y + thing.height };
}
