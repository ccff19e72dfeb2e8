import type { Box } from '../scene.ts';
import { textField } from './field.ts';
import { isLoud, litGround, loud, quiet, shadowOn, tinted } from './grounds.ts';
import { emptyScene, type Layout, type LayoutInput } from './layout.ts';
import { productIn } from './product-place.ts';

/** The product alone in the brand's light, a quiet headline beside or above it. */
export const packshot: Layout = {
  name: 'packshot',
  suits: (_, { product }) => (product === null ? 0 : 1),
  draw(input) {
    const { product, stage } = input;
    if (product === null) return null;
    const scene = emptyScene('packshot', stage);
    const style = input.choose('packshot ground', ['tinted', 'loud', 'quiet', 'tinted'] as const);
    const ground =
      style === 'loud' && isLoud(input.roles.primary)
        ? loud(input.roles)
        : style === 'quiet'
          ? quiet(input.roles)
          : tinted(input.roles, 0.16);
    const whole = { x: 0, y: 0, width: stage.width, height: stage.height };
    scene.layers.push({ kind: 'gradient', box: whole, ...litGround(ground), toward: 'center' });
    const { text, thing, across } = areas(input, product.width / product.height);
    const placed = productIn(product, thing, {
      fill: 1,
      standing: across ? 0.5 : stage.shape === 'skyscraper' ? 0.5 : 1,
      shadow: shadowOn(ground.color),
    });
    if (placed === null) return null;
    scene.layers.push(placed);
    const bigger = stage.shape === 'banner' ? 1.2 : 1;
    const column = textField(input, scene, {
      area: text,
      ground,
      mark: across && stage.shape !== 'banner' ? 'top' : stage.shape === 'banner' ? 'bottom' : 'top',
      align: across ? 'start' : input.choose('packshot align', ['start', 'center'] as const),
      anchor: across ? (stage.shape === 'banner' ? 'middle' : 'bottom') : 'top',
      boost: 0.92 * bigger,
    });
    return column === null ? null : scene;
  },
};

/** Beside each other where the canvas is wide, or square with an upright product; else one above the other. */
function areas({ stage, noText, type }: LayoutInput, ratio: number): { text: Box; thing: Box; across: boolean } {
  const { safe, u } = stage;
  const upright = ratio < 0.72 && stage.shape === 'square' && stage.width / stage.height > 0.9;
  const words = type.texts.headline.length + type.texts.subheadline.length;
  if (noText && (stage.shape === 'wide' || stage.shape === 'banner'))
    return { text: safe, thing: { ...safe, y: safe.y + 2 * u, height: safe.height - 3 * u }, across: false };
  if (noText)
    return {
      text: { ...safe, height: safe.height * 0.2 },
      thing: { ...safe, y: safe.y + safe.height * 0.2, height: safe.height * 0.8 },
      across: false,
    };
  if (upright || stage.shape === 'wide' || stage.shape === 'banner') {
    const share = words > 140 ? 0.34 : stage.shape === 'banner' ? 0.38 : upright ? 0.36 : 0.43;
    const gap = 4 * u;
    const thing = {
      x: safe.x + safe.width * (1 - share),
      y: safe.y + 2 * u,
      width: safe.width * share,
      height: safe.height - 4 * u,
    };
    return { text: { ...safe, width: safe.width * (1 - share) - gap }, thing, across: true };
  }
  const share =
    words > 140
      ? 0.36
      : stage.shape === 'square'
        ? 0.48
        : stage.shape === 'skyscraper'
          ? 0.62
          : stage.zones === null
            ? 0.51
            : 0.46;
  const height = safe.height * share;
  const thing = { x: safe.x, y: safe.y + safe.height - height, width: safe.width, height: height - 2 * u };
  return { text: { ...safe, height: safe.height - height - 4 * u }, thing, across: false };
}
