import { bottomOf, type Box } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import { joined, type Scene, type TextRole, thingsOf } from '../scene.ts';
import { textsIn } from './field.ts';
import { groundOf, type Ground } from './grounds.ts';
import { block, emptyScene, flat, type Layout } from './layout.ts';
import { firstMedia, hasMedia } from './media.ts';

/**
 * Layout of a magazine page: brand and a thin rule on top, a large headline over the whole width, and a picture that
 * bleeds off two edges, with the small texts beside it.
 */
export const editorial: Layout = {
  name: 'editorial',
  suits: ({ noText, tone }, materials) =>
    !noText && hasMedia(materials) ? (tone === 'elegant' || tone === 'natural' ? 1.05 : 0.8) : 0,
  draw(input) {
    const { format } = input;
    if (input.noText || !hasMedia(input) || !input.type.has('headline')) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.1);
    const scene = emptyScene('editorial', format, flat(format, ground.color));
    return isAcross(format) ? across(input, scene, ground) : upright(input, scene, ground);
  },
};

const head: readonly TextRole[] = ['headline', 'offer', 'price'];
const foot: readonly TextRole[] = ['subheadline', 'cta'];
const headOnly: readonly TextRole[] = ['headline', 'offer', 'price', 'cta', 'subheadline'];

/** Shares of the width that the column beside the picture has, tried in this order. */
const columns = [0.28, 0.33, 0.38, 0.44] as const;

function upright(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { width, height, safe, u, shape } = input.format;
  const tall = shape !== 'square';
  const hasFoot = foot.some((role) => input.type.has(role));
  const top = textsIn(input, {
    area: { ...safe, height: safe.height * (tall ? 0.4 : 0.42) },
    ground,
    mark: 'top',
    anchor: 'top',
    only: tall ? headOnly : head,
    boost: tall ? 0.92 : 1,
  });
  if (top === null) return null;
  const from = bottomOf(thingsOf(top), safe.y) + 5 * u;
  if (tall || !hasFoot) {
    const x = tall ? safe.x + safe.width * 0.14 : safe.x;
    const found = firstMedia(input, [
      { x, y: from, width: width - x, height: height - from },
      { x: safe.x, y: from, width: width - safe.x, height: height - from },
      { x: 0, y: from, width, height: height - from },
    ]);
    return found === null ? null : finished(scene, found.layers, [top]);
  }
  for (const share of columns) {
    const x = safe.x + safe.width * share + 4 * u;
    const area: Box = { ...safe, y: from, height: safe.y + safe.height - from, width: safe.width * share };
    const small = textsIn(input, { area, ground, mark: null, anchor: 'bottom', only: foot });
    const box = { x, y: from, width: width - x, height: height - from };
    const found = small === null || small.dropped.length > 0 ? null : firstMedia(input, [box]);
    if (found !== null && small !== null) return finished(scene, found.layers, [top, small]);
  }
  return null;
}

function across(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { width, height, safe, u, margin, shape } = input.format;
  const shares = shape === 'banner' ? [0.4, 0.32, 0.26] : [0.5, 0.44, 0.56];
  const boxes = shares.map((share) => {
    const x = width * (1 - share);
    return { x, y: margin, width: width - x, height: height - margin };
  });
  const found = firstMedia(input, boxes);
  if (found === null) return null;
  const area = { ...safe, width: found.box.x - safe.x - 5 * u };
  const words = textsIn(input, { area, ground, mark: shape === 'banner' ? 'aside' : 'top', anchor: 'bottom' });
  if (words === null) return null;
  const rule = block({ x: safe.x, y: margin * 0.5, width: area.width, height: Math.max(1, 0.18 * u) }, ground.colors.support);
  return finished(scene, shape === 'banner' ? found.layers : [...found.layers, rule], [words]);
}

function finished(scene: Scene, layers: Scene['layers'], words: readonly Scene[]): Scene {
  scene.layers.push(...layers);
  return words.reduce((whole, next) => joined(whole, next), scene);
}
