import { type Box, intersection, inset, wholeOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { bestDivision } from './divided.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout } from './layout.ts';

/** Layout with the photo in a card on a plain ground, and the text beside or below the card, as on a product page. */
export const card: Layout = {
  name: 'card',
  suits: ({ noText }, { photo }) => (isCroppable(photo) ? (noText ? 0.2 : 0.7) : 0),
  draw(input) {
    const { format, photo } = input;
    if (!isCroppable(photo)) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('card', format, flat(format, ground.color));
    const boxesIn = (rest: Box): Box[] => {
      const box = intersection(rest, inset(wholeOf(format), format.margin));
      return Math.min(box.width, box.height) < sideMinU * format.u ? [] : [box];
    };
    const shape = { radius: isSharp(input) ? 0 : 3.2 * format.u };
    return bestDivision(input, scene, { ...sizes, ground, boxesIn, shape });
  },
};

/**
 * Minimum length of a card's shorter side, in u (1 % of the canvas's short side). A smaller card would look like a
 * stamp.
 */
const sideMinU = 34;

const sizes = { shares: [0.38, 0.44, 0.5, 0.58], storyShares: [0.5, 0.56, 0.64], boost: 0.92 } as const;

const isSharp = ({ tone }: LayoutInput) => tone === 'elegant' || tone === 'bold';
