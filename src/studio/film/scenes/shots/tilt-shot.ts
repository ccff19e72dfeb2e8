import { joined, type Layer, type Scene, thingsOf } from '../../../scene.ts';
import type { Box } from '../../../box.ts';
import { backdropOf } from '../../../layouts/backdrop.ts';
import { groundOf } from '../../../layouts/grounds.ts';
import { emptyScene, lit } from '../../../layouts/layout.ts';
import { upscaleMax } from '../../../photo/crop.ts';
import { tilted } from '../../../photo/tilted.ts';
import type { LayoutInput } from '../../../composition.ts';
import { type Plan, planFor } from './product-plan.ts';

/** Ratio of width to height above which a product is not tilted. A tilted cup looks as if it were falling. */
const uprightMax = 0.7;

/** Draws the product tilted and large. Without captions, it extends beyond the edges of the canvas. */
export function tiltShot(input: LayoutInput): Scene | null {
  const { product: upright, format } = input;
  if (upright === null || upright.width > uprightMax * upright.height) return null;
  const product = tilted(upright);
  if (product === null) return null;
  const ground = groundOf(input.choose('tilt ground', ['loud', 'tinted', 'quiet'] as const), input.roles, 0.2);
  const plan = planFor({ ...input, product }, ground, 'top');
  const box = plan === null ? null : boxFor(input, plan);
  if (plan === null || box === null) return null;
  const shape = { product: box, cutOut: product, ground: ground.color, clear: thingsOf(plan.words) };
  // A tilted product floats, so it has a disc behind it and not a shape that stands.
  const behind = backdropOf('disc', input, shape);
  const shown: Layer = { kind: 'product', box, cutOut: product, shadow: null };
  return joined(emptyScene('tilt', format, lit(format, ground), ...behind, shown), plan.words);
}

/** Enlargement of the product compared with the largest size at which it would be wholly visible. */
const sizes = { min: 0.85, max: 1.28 } as const;
/** Part (0 to 1) of the missing width by which a product that is too wide extends beyond the start of its area. */
const startShare = 0.62;

function boxFor({ captionPlace }: LayoutInput, { product, thing, side }: Plan): Box | null {
  const whole = Math.min(thing.width / product.width, thing.height / product.height);
  const scale = Math.min(whole * (captionPlace === null ? sizes.max : 1), product.scale * upscaleMax);
  if (scale < whole * sizes.min) return null;
  const [width, height] = [product.width * scale, product.height * scale];
  const x = thing.x + (thing.width - width) * startShare;
  return side === 'start'
    ? { x: Math.max(x, thing.x), y: thing.y + (thing.height - height) / 2, width, height }
    : { x, y: thing.y, width, height };
}
