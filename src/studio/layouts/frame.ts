import { type Box, topOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import { joined, type Scene, thingsOf } from '../scene.ts';
import { textsIn } from './field.ts';
import { groundOf, type Ground } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { hasMedia, mediaIn } from './media.ts';

/** Layout with the picture inside a thick frame in the brand's colour. The texts stand on the frame's broad side. */
export const frame: Layout = {
  name: 'frame',
  suits: ({ noText, tone }, materials) => (!noText && hasMedia(materials) ? (tone === 'bold' || tone === 'playful' ? 1 : 0.8) : 0),
  draw(input) {
    if (input.noText || !hasMedia(input)) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.22);
    const scene = emptyScene('frame', input.format, flat(input.format, ground.color));
    return isAcross(input.format) ? beside(input, scene, ground) : under(input, scene, ground);
  },
};

/** Width of the frame's narrow sides, in u. */
const rimU = 4;
/** Shares of the canvas that are tried for the texts, the smallest first: the rest is picture. */
const shares = [0.24, 0.28, 0.32, 0.37, 0.43, 0.5] as const;

function under(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { width, height, safe, u, zones } = input.format;
  const rim = rimU * u;
  const top = zones === null ? rim : safe.y - 2 * u;
  for (const share of shares) {
    const high = safe.height * share;
    const area: Box = { ...safe, y: safe.y + safe.height - high, height: high };
    const words = textsIn(input, { area, ground, mark: 'aside', anchor: 'bottom', boost: 0.86 });
    if (words === null || words.dropped.length > 0) continue;
    const foot = topOf(thingsOf(words)) - 4.5 * u;
    const layers = mediaIn(input, { x: rim, y: top, width: width - 2 * rim, height: foot - top });
    if (layers !== null && foot - top > height * 0.3) return finished(scene, layers, words);
  }
  return null;
}

function beside(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { width, height, safe, u, shape } = input.format;
  const rim = rimU * u;
  for (const share of shares) {
    const area: Box = { ...safe, width: safe.width * share };
    const column = shape === 'banner' ? ({ mark: 'aside', anchor: 'middle' } as const) : ({ mark: 'top', anchor: 'bottom' } as const);
    const words = textsIn(input, { area, ground, ...column, boost: 0.9 });
    if (words === null || words.dropped.length > 0) continue;
    const x = area.x + area.width + 4.5 * u;
    const layers = mediaIn(input, { x, y: rim, width: width - rim - x, height: height - 2 * rim });
    if (layers !== null) return finished(scene, layers, words);
  }
  return null;
}

function finished(scene: Scene, layers: Scene['layers'], words: Scene): Scene {
  scene.layers.push(...layers);
  return joined(scene, words);
}
