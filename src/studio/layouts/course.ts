import type { Box } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { dateIn } from '../copy/date-lines.ts';
import { isAcross } from '../format.ts';
import { type Group, joined, type TextRole } from '../scene.ts';
import { place, type SetText } from '../text/typesetter.ts';
import { divisions, withWords } from './divided.ts';
import { type Ground, groundOf } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout, madeFor, panel } from './layout.ts';
import { allFits, mediaIn } from './media.ts';

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
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('course', input.format, flat(input.format, ground.color));
    const only = voices.filter((role) => role !== date.role);
    const made = [...divisions(input, { ...sizes, ground, only })].flatMap(({ words, rest }) => {
      const strip = stripIn(input, { rest, role: date.role, ground });
      return strip === null ? [] : [{ words, strip }];
    });
    for (const fit of allFits)
      for (const { words, strip } of made) {
        const picture = mediaIn(input, strip.picture, { fit });
        if (picture !== null) return joined(withWords(scene, picture, words), strip);
      }
    return null;
  },
};

const voices: readonly TextRole[] = ['headline', 'subheadline', 'cta'];
const sizes = { shares: [0.42, 0.36, 0.48, 0.54], storyShares: [0.42, 0.48, 0.54, 0.62], boost: 0.9 } as const;

/** Sizes of the type of the strip that are tried, in type units, and the distances in it, as shares of the size. */
const stripSizes = [6.4, 5.6, 4.9, 4.3, 3.7, 3.2, 2.8] as const;
const stripAir = 0.85;

/** Size of the label of a price and the distance between the two, as shares of the size of the price. */
const labelShare = 0.66;
const labelGap = 0.45;

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
  const labels = labelsOf(type, role, { size, width: right - left - price.width });
  if (labels === null) return null;
  const priced = labels.reduce((width, label) => width + label.width + labelGap * size, price.width);
  const date = type.set(role, { ...display, width: right - left - priced - 2 * size, linesMax });
  if (date === null) return null;
  const height = date.height + 2 * stripAir * size + (isBeside ? 0.4 * format.margin : 0);
  const isOnTop = format.zones !== null;
  const box = { ...rest, y: isOnTop ? rest.y : rest.y + rest.height - height, height };
  const middle = (set: SetText) => box.y + stripAir * size + (date.height - set.height) / 2;
  const { fill: color, text: ink } = ground.colors.button;
  const put = (set: SetText, x: number, top: number) =>
    place(set, { x, top, width: set.width }, { color: ink, align: 'start' });
  const onLine = (set: SetText) => middle(price) + price.height - set.height;
  return {
    picture: { ...rest, y: isOnTop ? rest.y + height : rest.y, height: rest.height - height },
    layers: [panel(box, color)],
    texts: [
      put(date, left, middle(date)),
      ...labels.map((label) => put(label, right - priced, onLine(label))),
      put(price, right - price.width, middle(price)),
    ],
  };
}

/**
 * Returns the text that says what the price is for, for the line of the price; none if it is the date itself. Returns
 * null if it does not fit.
 */
function labelsOf(
  type: LayoutInput['type'],
  role: StripPlace['role'],
  { size, width }: { size: number; width: number },
): SetText[] | null {
  if (role === 'offer' || !type.has('offer')) return [];
  const small = Math.max(labelShare * size, labelMin * type.u);
  const label = type.set('offer', { face: 'strong', size: small, width, linesMax: 1 });
  return label === null ? null : [label];
}

/** Smallest size of the label, in u. */
const labelMin = 2.5;
