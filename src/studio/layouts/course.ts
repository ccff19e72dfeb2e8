import type { Box } from '../box.ts';
import { lastResort, type LayoutInput } from '../composition.ts';
import { dateIn } from '../copy/date-lines.ts';
import { isAcross } from '../format.ts';
import { type Group, joined, type TextRole } from '../scene.ts';
import { place, type SetText } from '../text/typesetter.ts';
import { divisions, withWords } from './divided.ts';
import { type Ground, groundOf } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout, madeFor, panel } from './layout.ts';
import { mediaIn } from './media.ts';

/** Layout with a portrait and, along its edge, a strip with date and price. */
export const course: Layout = {
  name: 'course',
  suits: ({ copy, language, noText }, { photo, product }) => {
    if (noText || product !== null || !isCroppable(photo) || copy.price === '') return 0;
    const date = dateIn(copy, language);
    return date === null ? 0 : date.role === 'subheadline' ? madeFor : 2;
  },
  draw(input) {
    const { type, photo, product, noText } = input;
    const { date } = type.details;
    if (noText || product !== null || !isCroppable(photo) || date === null || !type.has('price')) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.16);
    const scene = emptyScene('course', input.format, flat(input.format, ground.color));
    const only = voices.filter((role) => role !== date.role);
    const made = [...divisions(input, { ...sizes, ground, only })].flatMap(({ words, rest }) => {
      const strip = stripIn(input, { rest, role: date.role, ground });
      return strip === null ? [] : [{ words, strip }];
    });
    for (const attempt of [input.attempt, lastResort])
      for (const { words, strip } of made) {
        const picture = mediaIn({ ...input, attempt }, strip.picture);
        if (picture !== null) return joined(withWords(scene, picture, words), strip);
      }
    return null;
  },
};

const voices: readonly TextRole[] = ['headline', 'subheadline', 'offer', 'cta'];
const sizes = { shares: [0.42, 0.36, 0.48, 0.54], storyShares: [0.42, 0.48, 0.54, 0.62], boost: 0.9 } as const;

/** Sizes of the type of the strip that are tried, in type units, and the distances in it, as shares of the size. */
const stripSizes = [6.4, 5.6, 4.9, 4.3, 3.7, 3.2, 2.8] as const;
const stripAir = 0.85;

interface Strip extends Group {
  picture: Box;
}

interface StripPlace {
  rest: Box;
  role: 'offer' | 'subheadline';
  ground: Ground;
}

/** Returns the strip between picture and texts, or at the foot of a picture that stands beside the texts. */
function stripIn(input: LayoutInput, at: StripPlace): Strip | null {
  for (const linesMax of [1, 2])
    for (const size of stripSizes) {
      const strip = stripOf(input, at, { size: size * input.format.type, linesMax });
      if (strip !== null) return strip;
    }
  return null;
}

function stripOf(
  { format, type }: LayoutInput,
  { rest, role, ground }: StripPlace,
  { size, linesMax }: { size: number; linesMax: number },
): Strip | null {
  const isBeside = isAcross(format) || rest.x > format.safe.x;
  const [left, right] = [isBeside ? rest.x + 4 * format.u : format.safe.x, format.width - format.margin];
  const display = { face: 'display', size } as const;
  const price = type.set('price', { ...display, width: right - left, linesMax: 1 });
  if (price === null) return null;
  const date = type.set(role, { ...display, width: right - left - price.width - 2 * size, linesMax });
  if (date === null) return null;
  const height = date.height + 2 * stripAir * size + (isBeside ? 0.4 * format.margin : 0);
  const isOnTop = format.zones !== null;
  const box = { ...rest, y: isOnTop ? rest.y : rest.y + rest.height - height, height };
  const middle = (set: SetText) => box.y + stripAir * size + (date.height - set.height) / 2;
  const { fill: color, text: ink } = ground.colors.button;
  return {
    picture: { ...rest, y: isOnTop ? rest.y + height : rest.y, height: rest.height - height },
    layers: [panel(box, color)],
    texts: [
      place(date, { x: left, top: middle(date), width: date.width }, { color: ink, align: 'start' }),
      place(price, { x: right - price.width, top: middle(price), width: price.width }, { color: ink, align: 'start' }),
    ],
  };
}
