import { dateIn } from '../copy/date-lines.ts';
import { bestDivision, withWords } from './divided.ts';
import { textsIn } from './field.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, type Layout, madeFor } from './layout.ts';
import { allFits, hasMedia } from './media.ts';

/** Layout of a poster for an event: the day is the largest text, the picture is beside or below it. */
export const event: Layout = {
  name: 'event',
  suits: ({ copy, language, noText, direction }) => {
    const date = noText || direction.largest === 'price' ? null : dateIn(copy, language);
    if (date === null) return 0;
    if (direction.largest === 'date') return 1.5 * madeFor;
    return date.role === 'offer' ? madeFor : 1;
  },
  draw(input) {
    const { date } = input.type.details;
    if (input.noText || date === null) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('event', input.format, flat(input.format, ground.color));
    const list = { role: date.role, rows: date.lines, style: 'date', sizeMax: 11 } as const;
    const options = { ground, list, hero: date.role, boost: 0.54 };
    if (hasMedia(input)) return bestDivision(input, scene, { ...sizes, fits: allFits, ...options });
    const area = input.format.safe;
    const words = textsIn(input, { ...options, area, mark: 'top', anchor: 'bottom', keepsAll: true });
    return words === null ? null : withWords(scene, [], words);
  },
};

const sizes = { shares: [0.6, 0.54, 0.66, 0.48], storyShares: [0.7, 0.78, 0.62, 0.56] } as const;
