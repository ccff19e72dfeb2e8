import { listIn } from '../copy/lists.ts';
import { bestDivision, withWords } from './divided.ts';
import { textsIn } from './field.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, type Layout, madeFor } from './layout.ts';
import { allFits, hasMedia } from './media.ts';

/** Minimum number of rows with a price that make a list a menu. */
const pricedMin = 2;

/** Layout with a list of prices as rows, with or without a picture. */
export const menu: Layout = {
  name: 'menu',
  suits: ({ copy, noText }) => {
    const rows = noText ? [] : (listIn(copy)?.rows ?? []);
    return rows.filter(({ value }) => value !== '').length >= pricedMin ? madeFor : 0;
  },
  draw(input) {
    const found = input.type.details.list;
    if (input.noText || found === null) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('menu', input.format, flat(input.format, ground.color));
    const list = { ...found, style: 'rows', sizeMax: hasMedia(input) ? 5.6 : 7.6 } as const;
    if (!hasMedia(input)) {
      const area = input.format.safe;
      const words = textsIn(input, { area, ground, mark: 'top', anchor: 'bottom', list, keepsAll: true });
      return words === null ? null : withWords(scene, [], words);
    }
    return bestDivision(input, scene, { ...sizes, ground, list, fits: allFits });
  },
};

const sizes = {
  shares: [0.46, 0.52, 0.4, 0.34, 0.58, 0.64],
  storyShares: [0.7, 0.64, 0.78, 0.56],
  boost: 0.8,
} as const;
