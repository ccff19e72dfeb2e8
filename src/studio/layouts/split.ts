import { bestDivision } from './divided.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { hasMedia } from './media.ts';

/** Layout with the picture from edge to edge on one side of the canvas, and the text on a coloured field on the other. */
export const split: Layout = {
  name: 'split',
  suits: ({ noText }, materials) => (hasMedia(materials) ? (noText ? 0.3 : 0.9) : 0),
  draw(input) {
    if (!hasMedia(input)) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('split', input.format, flat(input.format, ground.color));
    return bestDivision(input, scene, { ...sizes, ground });
  },
};

const sizes = { shares: [0.38, 0.44, 0.5, 0.58], storyShares: [0.5, 0.56, 0.64, 0.73, 0.82], boost: 0.94 } as const;
