import { type Box, wholeOf } from '../box.ts';
import { blend, withLightness, lightness } from '../color.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import { textsIn } from './field.ts';
import { quiet, type Ground } from './grounds.ts';
import { emptyScene, type Layout } from './layout.ts';
import { standsOff } from './backdrop.ts';
import { productColumn } from './product-column.ts';
import { productIn } from './product-place.ts';
import { joined, type Scene } from '../scene.ts';

/** Layout with one lit product on a dark ground, thin type and much air. It suits only the dark theme. */
export const spotlight: Layout = {
  name: 'spotlight',
  suits: ({ noText, tone }, { product }) =>
    noText || product === null ? 0 : tone === 'elegant' || tone === 'technical' ? 1.02 : 0.5,
  draw(input) {
    const { product, format, roles } = input;
    if (product === null || input.noText || lightness(roles.surface) > 0.45) return null;
    const ground = quiet(roles);
    const glow = withLightness(
      blend(roles.surface, roles.primary, 0.35),
      Math.min(0.5, lightness(roles.surface) + 0.22),
      0.9,
    );
    if (!standsOff(product, glow)) return null;
    const scene = emptyScene('spotlight', format, {
      kind: 'gradient',
      box: wholeOf(format),
      toward: 'center',
      from: ground.color,
      to: glow,
    });
    return isAcross(format)
      ? beside(input, scene, ground)
      : productColumn(input, scene, { ground, align: 'center', boost: 0.8, mark: 'top' });
  },
};

function beside(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { safe, width, height, u, shape } = input.format;
  const isBanner = shape === 'banner';
  const area: Box = { ...safe, width: safe.width * 0.4 };
  const words = textsIn(input, {
    area,
    ground,
    mark: isBanner ? 'aside' : 'top',
    anchor: isBanner ? 'middle' : 'bottom',
    boost: 0.8,
  });
  if (words === null || input.product === null) return null;
  const x = area.x + area.width + 5 * u;
  const placed = productIn(
    input.product,
    { x, y: 5 * u, width: width - x - 5 * u, height: height - 10 * u },
    ground.color,
    { standing: 0.6 },
  );
  if (placed === null) return null;
  scene.layers.push(placed);
  return joined(scene, words);
}
