import { bottomOf, type Box } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import { joined, type Scene, thingsOf, type TextRole } from '../scene.ts';
import { textsIn } from './field.ts';
import { groundOf, type Ground } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout } from './layout.ts';
import { firstMedia } from './media.ts';
import { heroOf } from './offer.ts';

/** Layout with a photo from edge to edge on one side, and a very large price or percentage on the other. */
export const priceSplit: Layout = {
  name: 'price-split',
  suits: ({ noText, copy }, { photo, product }) =>
    !noText && product === null && isCroppable(photo) && heroOf(copy) !== null ? 1.2 : 0,
  draw(input) {
    const hero = heroOf(input.type.texts);
    if (input.noText || hero === null || input.product !== null || !isCroppable(input.photo)) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.2);
    const scene = emptyScene('price-split', input.format, flat(input.format, ground.color));
    return isAcross(input.format) ? beside(input, { scene, ground, hero }) : under(input, { scene, ground, hero });
  },
};

interface Parts {
  scene: Scene;
  ground: Ground;
  hero: 'price' | 'offer';
}

/** Shares of the canvas that are tried for the texts, the smallest first: the rest is photo. */
const shares = [0.34, 0.4, 0.46, 0.52] as const;
/** The same in a story, where the photo also fills the zone below the safe area. */
const storyShares = [0.5, 0.56, 0.62] as const;

function under(input: LayoutInput, { scene, ground, hero }: Parts): Scene | null {
  const { width, height, safe, u, zones } = input.format;
  const isStory = zones !== null;
  for (const share of isStory ? storyShares : shares) {
    const high = safe.height * share;
    const area: Box = { ...safe, y: isStory ? safe.y : safe.y + safe.height - high, height: high };
    const options = { ground, hero, boost: 0.52, heroMax: 27 } as const;
    const words = textsIn(input, { ...options, area, mark: isStory ? 'top' : 'aside', anchor: isStory ? 'top' : 'bottom' });
    if (words === null || words.dropped.length > 0) continue;
    const boxes = thingsOf(words);
    const top = isStory ? bottomOf(boxes) + 5 * u : 0;
    const foot = isStory ? height : Math.min(...boxes.map(({ y }) => y)) - 5 * u;
    const found = firstMedia(input, [{ x: 0, y: top, width, height: foot - top }]);
    if (found !== null && foot - top > height * 0.28) return finished(scene, found.layers, words);
  }
  return null;
}

function beside(input: LayoutInput, { scene, ground, hero }: Parts): Scene | null {
  const { width, height, safe, u, shape } = input.format;
  const isBanner = shape === 'banner';
  for (const share of shares) {
    const area: Box = { ...safe, width: safe.width * share };
    const words = textsIn(input, { area, ground, hero, boost: 0.52, heroMax: 27, mark: isBanner ? 'aside' : 'top', anchor: isBanner ? 'middle' : 'bottom' });
    if (words === null || words.dropped.length > 0) continue;
    const x = area.x + area.width + 5 * u;
    const found = firstMedia(input, [{ x, y: 0, width: width - x, height }]);
    if (found !== null) return finished(scene, found.layers, words);
  }
  return null;
}

function finished(scene: Scene, layers: Scene['layers'], words: Scene): Scene {
  scene.layers.push(...layers);
  return joined(scene, words);
}

export const withoutHero = (hero: TextRole): readonly TextRole[] =>
  (['headline', 'subheadline', 'cta', 'offer', 'price'] as const).filter((role) => role !== hero);
