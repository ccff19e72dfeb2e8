import { bottomOf, type Box } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import { type Scene, thingsOf } from '../scene.ts';
import { withWords } from './divided.ts';
import { textsIn } from './field.ts';
import { groundOf, type Ground } from './grounds.ts';
import { emptyScene, flat, type Layout, isCroppable } from './layout.ts';
import { firstMedia, type MediaShape } from './media.ts';

/**
 * Layout with the photo on the lower edge of the canvas. Its upper corners are square, round or an arch, by the shape
 * of the brand.
 */
export const arch: Layout = {
  name: 'arch',
  suits: ({ noText }, { photo }) => (!noText && isCroppable(photo) ? 0.84 : 0),
  draw(input) {
    if (input.noText || !isCroppable(input.photo)) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('arch', input.format, flat(input.format, ground.color));
    return isAcross(input.format) ? beside(input, scene, ground) : under(input, scene, ground);
  },
};

function shapeOf({ shape }: LayoutInput, width: number, u: number): MediaShape {
  if (shape === 'slab') return { radius: 0 };
  return shape === 'round' ? { radius: 7 * u, corners: 'top' } : { radius: width / 2, corners: 'top' };
}

const heads = [0.36, 0.42, 0.5] as const;
const widths = [0.76, 0.86, 0.66, 1] as const;

function under(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { width, height, safe, u } = input.format;
  for (const share of heads) {
    const area = { ...safe, height: safe.height * share };
    const words = textsIn(input, { area, ground, mark: 'top', anchor: 'top', align: 'center', boost: 0.82 });
    if (words === null || words.dropped.length > 0 || thingsOf(words).length === 0) continue;
    const top = bottomOf(thingsOf(words)) + 5 * u;
    for (const part of widths) {
      const across = safe.width * part;
      const box: Box = { x: (width - across) / 2, y: top, width: across, height: height - top };
      if (box.height < across * 0.62) continue;
      const found = firstMedia(input, [box], shapeOf(input, across, u));
      if (found !== null) return withWords(scene, found.layers, words);
    }
  }
  return null;
}

function beside(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { width, height, safe, u, margin, shape } = input.format;
  const isBanner = shape === 'banner';
  const most = isBanner ? [1.1, 1.4] : [0.86, 1, 1.14];
  for (const part of most) {
    const across = (height - margin) * part;
    const right = isBanner ? width - margin : width - margin * 1.2;
    const box: Box = { x: right - across, y: margin, width: across, height: height - margin };
    const found = firstMedia(input, [box], shapeOf(input, Math.min(across, (height - margin) * 1.6), u));
    if (found === null) continue;
    const area = { ...safe, width: box.x - safe.x - 5 * u };
    const words = textsIn(input, {
      area,
      ground,
      mark: isBanner ? 'aside' : 'top',
      anchor: isBanner ? 'middle' : 'bottom',
      boost: 0.95,
    });
    if (words !== null && words.dropped.length === 0) return withWords(scene, found.layers, words);
  }
  return null;
}
