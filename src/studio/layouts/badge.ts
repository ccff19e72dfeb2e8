import { type Box, overlap } from '../box.ts';
import { inFinishedAd, type LayoutInput } from '../composition.ts';
import { joined, type LayerOf, type Scene, type TextRole, thingsOf } from '../scene.ts';
import { type Division, divisions, withWords } from './divided.ts';
import { groundOf, type Ground } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout, type Point } from './layout.ts';
import { hiddenBy } from './hidden-by.ts';
import { mediaIn } from './media.ts';
import { type Hero, heroIn, heroOfBrief } from './hero.ts';
import { rolesOn, sticker, type Sticker } from './sticker.ts';

/** Layout with a photo from edge to edge and the price, with its offer, in a round badge on it, off the photo's subject. */
export const badge: Layout = {
  name: 'badge',
  suits: (brief, { photo, product }) =>
    !brief.noText && product === null && isCroppable(photo) && heroOfBrief(brief) !== null ? 1.15 : 0,
  draw(input) {
    const hero = heroIn(input.type.texts, input);
    const { photo, product } = input;
    if (input.noText || hero === null || product !== null || !isCroppable(photo)) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const only = roles.filter((role) => !rolesOn(hero).includes(role));
    for (const division of divisions(input, {
      shares: [0.3, 0.36, 0.42, 0.5],
      storyShares: [0.42, 0.5],
      ground,
      only,
      boost: 0.92,
    })) {
      const made = withBadge(input, division, { ground, hero });
      if (made !== null) return made;
    }
    return null;
  },
};

const roles: readonly TextRole[] = ['headline', 'subheadline', 'cta', 'offer', 'price'];

interface Priced {
  ground: Ground;
  hero: Hero;
}

function withBadge(input: LayoutInput, { words, rest }: Division, { ground, hero }: Priced): Scene | null {
  const [photo] = mediaIn(input, rest) ?? [];
  if (photo?.kind !== 'photo') return null;
  const isFree = (made: Sticker) => thingsOf(words).every((each) => overlap(each, made.box) === 0);
  const best = stickersOn(input, photo, { ground, hero })
    .filter(isFree)
    .find((made) => isOffSubject(input, photo, made.box));
  if (best === undefined) return null;
  const scene = emptyScene('badge', input.format, flat(input.format, ground.color));
  return joined(withWords(scene, [photo], words), best);
}

/** Largest share of the photo's subject, 0 to 1, that the badge may hide. */
const hiddenMax = 0.03;

function isOffSubject(input: LayoutInput, { picture: photo, crop, box }: LayerOf<'photo'>, over: Box): boolean {
  return hiddenBy(inFinishedAd(over, input), { photo, crop, shown: inFinishedAd(box, input) }) <= hiddenMax;
}

/** Returns badges on the edge between photo and texts and in the corners of the photo, the most wanted place first. */
function stickersOn(input: LayoutInput, { box }: LayerOf<'photo'>, { ground, hero }: Priced): Sticker[] {
  const { safe, u, width } = input.format;
  const at = (point: Point) => sticker(input, hero, point, ground.color);
  const radius = (at([0, 0])?.box.width ?? 0) / 2;
  const [left, right] = [Math.max(box.x, safe.x) + radius, safe.x + safe.width - radius];
  const top = Math.max(box.y + 3 * u, safe.y) + radius;
  const foot = Math.min(box.y + box.height - 3 * u, safe.y + safe.height) - radius;
  const edge = box.y > 0 ? box.y : box.y + box.height;
  const onEdge: Point[] =
    box.width < width - 1
      ? []
      : [
          [right, edge],
          [left, edge],
        ];
  const corners: Point[] = [
    [right, top],
    [left, top],
    [right, foot],
    [left, foot],
  ];
  return [...onEdge, ...corners].map(at).filter((made) => made !== null);
}
