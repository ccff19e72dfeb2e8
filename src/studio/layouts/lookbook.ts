import type { Box } from '../box.ts';
import { bottomOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import { joined, type Scene, thingsOf } from '../scene.ts';
import { textsIn } from './field.ts';
import { groundOf, type Ground } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { firstMedia, hasMedia } from './media.ts';

/** Layout with a large picture that bleeds off one side, small type beside it, and much air. */
export const lookbook: Layout = {
  name: 'lookbook',
  suits: ({ noText, tone }, materials) =>
    !noText && hasMedia(materials) ? (tone === 'elegant' ? 1.02 : tone === 'natural' ? 0.9 : 0.6) : 0,
  draw(input) {
    if (input.noText || !hasMedia(input)) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.08);
    const scene = emptyScene('lookbook', input.format, flat(input.format, ground.color));
    return input.format.shape === 'square' || isAcross(input.format) ? beside(input, scene, ground) : under(input, scene, ground);
  },
};

const columns = [0.3, 0.35, 0.4] as const;

function beside(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { width, height, safe, u, shape } = input.format;
  for (const share of columns) {
    const area: Box = { ...safe, width: safe.width * share };
    const words = textsIn(input, { area, ground, mark: 'top', anchor: 'bottom', boost: shape === 'square' ? 0.62 : 0.66 });
    if (words === null || words.dropped.length > 0) continue;
    const x = area.x + area.width + 5 * u;
    const rim = 6 * u;
    const found = firstMedia(input, [
      { x, y: rim, width: width - x, height: height - 2 * rim },
      { x, y: 0, width: width - x, height },
    ]);
    if (found !== null) return finished(scene, found.layers, words);
  }
  return null;
}

function under(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { width, height, safe, u } = input.format;
  for (const share of [0.22, 0.27, 0.33, 0.4]) {
    const words = textsIn(input, { area: { ...safe, height: safe.height * share }, ground, mark: 'top', anchor: 'top', boost: 0.6 });
    if (words === null || words.dropped.length > 0) continue;
    const top = bottomOf(thingsOf(words)) + 5 * u;
    const found = firstMedia(input, [
      { x: safe.x, y: top, width: width - safe.x, height: height - top },
      { x: 0, y: top, width, height: height - top },
    ]);
    if (found !== null) return finished(scene, found.layers, words);
  }
  return null;
}

function finished(scene: Scene, layers: Scene['layers'], words: Scene): Scene {
  scene.layers.push(...layers);
  return joined(scene, words);
}
