import { type Box, wholeOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { isQuote } from '../copy/quote.ts';
import { isAcross } from '../format.ts';
import { portraitCrop } from '../photo/portrait-crop.ts';
import type { Layer } from '../scene.ts';
import { divisions, bestDivision, withWords } from './divided.ts';
import { textsIn } from './field.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout, madeFor } from './layout.ts';
import { allFits, hasMedia } from './media.ts';

/** Layout with a quotation in the largest type, its source below it, and the portrait in a circle. */
export const quote: Layout = {
  name: 'quote',
  suits: ({ copy, noText }, { photo, product }) => {
    if (noText || !isQuote(copy)) return 0;
    return product === null && photo !== null && !isCroppable(photo) ? 0 : madeFor;
  },
  draw(input) {
    if (input.noText || !isQuote(input.type.texts)) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('quote', input.format, flat(input.format, ground.color));
    const options = { ...sizes, ground };
    if (input.product === null && isCroppable(input.photo)) {
      const tries = [...divisions(input, options)].flatMap(({ words, rest }) => {
        const portrait = portraitIn(input, rest);
        return portrait === null ? [] : [{ words, portrait }];
      });
      const sizeOf = ({ words, portrait }: (typeof tries)[number]) =>
        Math.max(...words.texts.map(({ size }) => size)) ** 2 * portrait.box.width;
      const [best] = tries.toSorted((a, b) => sizeOf(b) - sizeOf(a));
      return best === undefined ? null : withWords(scene, [best.portrait], best.words);
    }
    if (hasMedia(input)) return bestDivision(input, scene, { ...options, fits: allFits });
    if (input.photo !== null) return null;
    const words = textsIn(input, {
      ...options,
      area: input.format.safe,
      mark: 'top',
      anchor: 'middle',
      keepsAll: true,
    });
    return words === null ? null : withWords(scene, [], words);
  },
};

const sizes = {
  shares: [0.56, 0.62, 0.68, 0.5],
  storyShares: [0.5, 0.58, 0.66],
  boost: 1.3,
} as const;

/** Smallest and largest diameter of a portrait, in u. */
const diameterU = { min: 20, max: 78 } as const;

/** Returns the portrait as a circle in an area: at the far end of a wide canvas, in the middle of a story. */
function portraitIn({ format, photo }: LayoutInput, rest: Box): (Layer & { kind: 'photo' }) | null {
  if (!isCroppable(photo)) return null;
  const { u, margin, safe, width, height } = format;
  const right = Math.min(width - margin, rest.x + rest.width);
  const left = Math.max(margin, rest.x);
  const [top, bottom] = [Math.max(margin, rest.y), Math.min(height - margin, rest.y + rest.height)];
  const side = Math.min(right - left, bottom - top, diameterU.max * u);
  if (side < diameterU.min * u) return null;
  const isBeside = isAcross(format) || rest.x > safe.x;
  const x = isBeside ? right - side : format.zones === null ? left : (wholeOf(format).width - side) / 2;
  const box = { x, y: top + (bottom - top - side) / 2, width: side, height: side };
  const crop = portraitCrop(photo, box);
  return crop === null ? null : { kind: 'photo', box, picture: photo, crop, radius: side / 2 };
}
