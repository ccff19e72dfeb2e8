import type { Box } from '../../../box.ts';
import type { CutOut } from '../../../photo/cut-out.ts';
import type { LayoutInput } from '../../../composition.ts';
import { groundOf } from '../../../layouts/grounds.ts';
import { emptyScene, flat, panel } from '../../../layouts/layout.ts';
import { productIn } from '../../../layouts/product-place.ts';
import { upscaleMax } from '../../../photo/crop.ts';
import type { Layer, Scene } from '../../../scene.ts';

/** Enlargements of the close view, compared with the largest size at which the whole product fits its half. */
const zooms = [2.1, 1.8, 1.5] as const;

/** Draws the whole product on one half of the canvas and a close view of it on the other, without words. */
export function halvesShot(input: LayoutInput): Scene | null {
  const { format, product, roles, choose } = input;
  if (product === null || !input.noText || input.captionPlace !== null) return null;
  const ground = groundOf(choose('halves ground', ['loud', 'tinted', 'quiet'] as const), roles, 0.2);
  const other = groundOf(ground.color === roles.surface ? 'tinted' : 'quiet', roles, 0.2);
  const { width, height, u } = format;
  const isAcross = width >= height;
  const half = isAcross ? { width: width / 2, height } : { width, height: height / 2 };
  const [insetX, insetY] = isAcross ? [5 * u, 9 * u] : [5 * u, 6 * u];
  const inner = { x: insetX, y: insetY, width: half.width - 2 * insetX, height: half.height - 2 * insetY };
  const near = isAcross ? { x: width / 2, y: 0, ...half } : { x: 0, y: height / 2, ...half };
  const whole = productIn(product, inner, ground.color);
  const close = closeIn(product, near, u);
  if (whole === null || close === null) return null;
  return emptyScene('halves', format, flat(format, ground.color), panel(near, other.color), whole, close);
}

/** Returns the product in a half of the canvas, so large that it extends beyond the edge of the canvas. */
function closeIn(product: CutOut, area: Box, u: number): Layer | null {
  const fitting = Math.min(area.width / product.width, area.height / product.height);
  const zoom = zooms.find((each) => fitting * each <= product.scale * upscaleMax);
  if (zoom === undefined) return null;
  const size = { width: product.width * fitting * zoom, height: product.height * fitting * zoom };
  const centred = (area.width - size.width) / 2;
  const x = area.x > 0 ? area.x + Math.max(4 * u, centred) : centred;
  return { kind: 'product', box: { x, y: area.y + 5 * u, ...size }, cutOut: product, shadow: null };
}
