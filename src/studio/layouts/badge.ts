import { type Box, overlap, topOf, bottomOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { isAcross } from '../format.ts';
import type { LayerOf, Scene } from '../scene.ts';
import { joined, thingsOf } from '../scene.ts';
import { textsIn } from './field.ts';
import { groundOf, type Ground } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout, type Point } from './layout.ts';
import { firstMedia, hiddenBy } from './media.ts';
import { heroOf } from './offer.ts';
import { withoutHero } from './price-split.ts';
import { sticker, type Sticker } from './sticker.ts';

/** Layout with a photo from edge to edge and the price in a round badge on its edge, off the photo's subject. */
export const badge: Layout = {
  name: 'badge',
  suits: ({ noText, copy }, { photo, product }) =>
    !noText && product === null && isCroppable(photo) && heroOf(copy) !== null ? 1.15 : 0,
  draw(input) {
    const hero = heroOf(input.type.texts);
    if (input.noText || hero === null || input.product !== null || !isCroppable(input.photo)) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.16);
    for (const share of shares) {
      const made = withShare(input, { ground, hero, share });
      if (made !== null) return made;
    }
    return null;
  },
};

const shares = [0.3, 0.36, 0.42, 0.5] as const;

interface Parts {
  ground: Ground;
  hero: 'price' | 'offer';
  share: number;
}

function withShare(input: LayoutInput, { ground, hero, share }: Parts): Scene | null {
  const { format } = input;
  const { width, height, safe, u, shape, zones } = format;
  const isWide = isAcross(format);
  const high = safe.height * share;
  const isStory = zones !== null;
  const area: Box = isWide
    ? { ...safe, width: safe.width * share }
    : { ...safe, y: isStory ? safe.y : safe.y + safe.height - high, height: high };
  const column = isWide
    ? ({ mark: shape === 'banner' ? 'aside' : 'top', anchor: shape === 'banner' ? 'middle' : 'bottom' } as const)
    : ({ mark: isStory ? 'top' : 'aside', anchor: isStory ? 'top' : 'bottom' } as const);
  const words = textsIn(input, { area, ground, ...column, only: withoutHero(hero), boost: 0.92 });
  if (words === null || words.dropped.length > 0) return null;
  const boxes = thingsOf(words);
  const cut = isWide ? area.x + area.width + 5 * u : isStory ? bottomOf(boxes) + 5 * u : topOf(boxes) - 5 * u;
  const box: Box = isWide
    ? { x: cut, y: 0, width: width - cut, height }
    : { x: 0, y: isStory ? cut : 0, width, height: isStory ? height - cut : cut };
  const found = firstMedia(input, [box]);
  const [photo] = found?.layers ?? [];
  if (photo?.kind !== 'photo') return null;
  const best = stickerOn(input, photo, { hero, on: ground.color, words: boxes });
  if (best === null) return null;
  const scene = emptyScene('badge', format, flat(format, ground.color), photo);
  return joined(joined(scene, words), best);
}

/** Largest share of the photo's subject, 0 to 1, that the badge may hide. */
const hiddenMax = 0.03;

function stickerOn(
  input: LayoutInput,
  photo: LayerOf<'photo'>,
  { hero, on, words }: { hero: 'price' | 'offer'; on: string; words: readonly Box[] },
): Sticker | null {
  const { safe, u, width } = input.format;
  const trial = sticker(input, hero, [0, 0], on);
  if (trial === null) return null;
  const radius = trial.box.width / 2;
  const { box } = photo;
  const room = { left: Math.max(box.x, safe.x) + radius, right: safe.x + safe.width - radius };
  const top = Math.max(box.y + 3 * u, safe.y) + radius;
  const foot = Math.min(box.y + box.height - 3 * u, safe.y + safe.height) - radius;
  const edge = box.y > 0 ? box.y : box.y + box.height;
  const points: Point[] = [
    ...(box.width >= width - 1 ? ([[room.right, edge], [room.left, edge]] as Point[]) : []),
    [room.right, top],
    [room.left, top],
    [room.right, foot],
    [room.left, foot],
  ];
  const placed = points.flatMap((at) => {
    const made = sticker(input, hero, at, on);
    return made === null || words.some((each) => overlap(each, made.box) > 0) ? [] : [made];
  });
  const hidden = (each: Sticker) =>
    hiddenBy(input.rtl ? { ...each.box, x: width - each.box.x - each.box.width } : each.box, { photo: photo.picture, crop: photo.crop, shown: input.rtl ? { ...box, x: width - box.x - box.width } : box });
  return placed.find((each) => hidden(each) <= hiddenMax) ?? null;
}
