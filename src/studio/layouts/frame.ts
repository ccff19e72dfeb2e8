import { intersection, inset, wholeOf } from '../box.ts';
import { bestDivision } from './divided.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { hasMedia } from './media.ts';

/** Layout with the picture inside a thick frame in the brand's colour. The texts stand on the frame's broad side. */
export const frame: Layout = {
  name: 'frame',
  suits: ({ noText, tone }, materials) =>
    !noText && hasMedia(materials) ? (tone === 'bold' || tone === 'playful' ? 1 : 0.8) : 0,
  draw(input) {
    if (input.noText || !hasMedia(input)) return null;
    const { format } = input;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('frame', format, flat(format, ground.color));
    const inner = inset(wholeOf(format), rimU * format.u);
    return bestDivision(input, scene, { ...sizes, ground, boxesIn: (rest) => [intersection(rest, inner)] });
  },
};

/** Width of the frame's narrow sides, in u. */
const rimU = 4;
const sizes = { shares: [0.26, 0.31, 0.36, 0.42, 0.5], storyShares: [0.48, 0.56, 0.64, 0.73], boost: 0.9 } as const;
