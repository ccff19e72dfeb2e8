import { isArea, listIn } from '../copy/lists.ts';
import { bestDivision } from './divided.ts';
import { groundOf } from './grounds.ts';
import { heroIn } from './hero.ts';
import { emptyScene, flat, isCroppable, type Layout, madeFor } from './layout.ts';
import { allFits } from './media.ts';

/** Layout with a large photo, the price, and the facts of a house as figures in a row. */
export const property: Layout = {
  name: 'property',
  suits: ({ copy, noText }, { photo, product }) => {
    if (noText || product !== null || !isCroppable(photo)) return 0;
    return listIn(copy)?.rows.some(({ label, value }) => isArea(`${label} ${value}`)) === true ? madeFor : 0;
  },
  draw(input) {
    const found = input.type.details.list;
    if (input.noText || found === null || input.product !== null || !isCroppable(input.photo)) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('property', input.format, flat(input.format, ground.color));
    const hero = heroIn(input.type.texts, input);
    const price = hero === 'price' ? ({ hero, heroMax: 13 } as const) : {};
    const list = { ...found, style: 'figures', sizeMax: 5 } as const;
    return bestDivision(input, scene, { ...sizes, fits: allFits, ...price, ground, list });
  },
};

const sizes = { shares: [0.36, 0.42, 0.48, 0.54], storyShares: [0.5, 0.58, 0.66, 0.74], boost: 0.62 } as const;
