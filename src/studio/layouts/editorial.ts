import { bottomOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { type Scene, thingsOf } from '../scene.ts';
import { isBeside, withWords } from './divided.ts';
import { textsIn } from './field.ts';
import { groundOf, type Ground } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { firstMedia, hasMedia } from './media.ts';

/**
 * Layout of a magazine page: brand on top, a large headline, and a picture that bleeds off its edges. The picture is
 * beside the texts on a wide canvas, and on a square one if its subject is upright; otherwise it is below them.
 */
export const editorial: Layout = {
  name: 'editorial',
  suits: ({ noText, tone }, materials) =>
    !noText && hasMedia(materials) ? (tone === 'elegant' || tone === 'natural' ? 1.05 : 0.8) : 0,
  draw(input) {
    const { format } = input;
    if (input.noText || !hasMedia(input) || !input.type.has('headline')) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('editorial', format, flat(format, ground.color));
    return isBeside(input) ? across(input, scene, ground) : upright(input, scene, ground);
  },
};

function upright(input: LayoutInput, scene: Scene, ground: Ground): Scene | null {
  const { safe, u, zones } = input.format;
  const area = { ...safe, height: safe.height * (zones === null ? 0.42 : 0.54) };
  const words = textsIn(input, { area, ground, mark: 'top', anchor: 'top' });
  if (words === null) return null;
  return withPicture(input, scene, { words, from: bottomOf(thingsOf(words), safe.y) + 5 * u });
}

function withPicture(input: LayoutInput, scene: Scene, { words, from }: { words: Scene; from: number }): Scene | null {
  const { width, height } = input.format;
  const found = firstMedia(input, [{ x: 0, y: from, width, height: height - from }]);
  return found === null ? null : withWords(scene, found.layers, words);
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
  return withWords(scene, found.layers, words);
}
