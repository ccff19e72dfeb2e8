import { bestDivision } from './divided.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout } from './layout.ts';
import { heroIn, heroOfBrief } from './hero.ts';

/** Layout with a photo from edge to edge on one side, and a very large price or percentage on the other. */
export const priceSplit: Layout = {
  name: 'price-split',
  suits: (brief, { photo, product }) =>
    !brief.noText && product === null && isCroppable(photo) && heroOfBrief(brief) !== null ? 1.2 : 0,
  draw(input) {
    const hero = heroIn(input.type.texts, input);
    if (input.noText || hero === null || input.product !== null || !isCroppable(input.photo)) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('price-split', input.format, flat(input.format, ground.color));
    return bestDivision(input, scene, { ...sizes, ground, hero });
  },
};

const sizes = {
  shares: [0.34, 0.4, 0.46, 0.52],
  storyShares: [0.5, 0.56, 0.64, 0.73, 0.82],
  boost: 0.52,
  heroMax: 27,
} as const;
