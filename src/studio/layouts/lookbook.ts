import { type Box, intersection, wholeOf } from '../box.ts';
import type { Format } from '../format.ts';
import { bestDivision } from './divided.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { hasMedia } from './media.ts';

/** Layout with a large picture that bleeds off its edges, small type, and much air. */
export const lookbook: Layout = {
  name: 'lookbook',
  suits: ({ noText, tone }, materials) =>
    !noText && hasMedia(materials) ? (tone === 'elegant' ? 1.02 : tone === 'natural' ? 0.9 : 0.6) : 0,
  draw(input) {
    if (input.noText || !hasMedia(input)) return null;
    const { format } = input;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('lookbook', format, flat(format, ground.color));
    const boxesIn = (rest: Box): Box[] => [intersection(rest, bleeding(format)), rest];
    return bestDivision(input, scene, { ...sizes, ground, boxesIn });
  },
};

const sizes = { shares: [0.3, 0.35, 0.41], storyShares: [0.4, 0.48, 0.56, 0.66, 0.76], boost: 0.64 } as const;

/** Part of the canvas for the picture: 6u off the edges beside the texts of a wide canvas, or of a square one. */
const bleeding = ({ width, height, u, shape }: Format): Box =>
  shape === 'wide' || shape === 'banner' || shape === 'square'
    ? { x: 0, y: 6 * u, width: width - 6 * u, height: height - 12 * u }
    : wholeOf({ width, height });
