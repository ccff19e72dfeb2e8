import { allOf } from '../all-of.ts';
import type { Box } from '../box.ts';
import type { Hero } from './hero.ts';
import type { LayoutInput } from '../composition.ts';
import { contrastOf, luminanceOf, mostReadable } from '../color.ts';
import type { Group, TextRole } from '../scene.ts';
import { place, type SetText } from '../text/typesetter.ts';
import type { Point } from './layout.ts';

/** A round badge with a short text, such as a price with what it is for. `box` encloses the disc. */
export interface Sticker extends Group {
  box: Box;
}

/** Type sizes that are tried, largest first, in type units. */
const sizes = [13, 11, 9.5, 8.2, 7, 6, 5.2, 4.6];
/** Minimum radius of the disc, and maximum without and with a label, as shares of the canvas's short side. */
const radiusMin = 0.085;
const radiusMax = { alone: 0.15, labelled: 0.18 } as const;
/** Size of the label beside a price, as a share of its size, and minimum, in type units. */
const labelShare = 0.34;
const labelMin = 2.6;
/** Distance between a price and its label, as a share of the size of the price. */
const labelGap = 0.24;

/** Returns the texts that stand on a badge: a price has its offer, which says what it is for, next to it. */
export const rolesOn = (hero: Hero): readonly TextRole[] => (hero === 'price' ? ['offer', 'price'] : [hero]);

/** Returns a badge around a point with a text of the ad, as large as it may be. Returns null if the text does not fit. */
export function sticker(input: LayoutInput, hero: Hero, [x, y]: Point, on: string): Sticker | null {
  const { format } = input;
  const short = Math.min(format.width, format.height);
  const most = short * (hasLabel(input, hero) ? radiusMax.labelled : radiusMax.alone);
  for (const size of sizes) {
    const px = size * format.type;
    const sets = setsOn(input, hero, { px, width: most * 1.7 });
    if (sets === null) continue;
    const gap = labelGap * px;
    const height = sets.reduce((sum, set) => sum + set.height, gap * (sets.length - 1));
    const width = Math.max(...sets.map((set) => set.width));
    const radius = Math.max(radiusMin * short, Math.hypot(width, height) / 2 + px * 0.42);
    if (radius <= most) return made(input, { sets, gap, height, radius, at: [x, y], on });
  }
  return null;
}

const hasLabel = ({ type }: LayoutInput, hero: Hero): boolean => hero === 'price' && type.has('offer');

/** Sets the texts of a badge, from top to bottom. Returns null if one of them is too wide. */
function setsOn(input: LayoutInput, hero: Hero, { px, width }: { px: number; width: number }): SetText[] | null {
  const { type, format } = input;
  const main = type.set(hero, { face: 'display', size: px, width, linesMax: 2, leading: 1.06 });
  if (main?.breaksWord === true) return null;
  if (!hasLabel(input, hero)) return allOf([main]);
  const size = Math.max(labelMin * format.type, labelShare * px);
  const label = type.set('offer', { face: 'strong', size, width, linesMax: 2 });
  return allOf(type.leans('offer') ? [label, main] : [main, label]);
}

interface Parts {
  sets: readonly SetText[];
  gap: number;
  /** Height of all texts. */
  height: number;
  radius: number;
  at: Point;
  on: string;
}

function made({ roles }: LayoutInput, { sets, gap, height, radius, at: [x, y], on }: Parts): Sticker {
  const color = [roles.primary, roles.accent, roles.ink].find((each) => contrastOf(each, on) >= 1.6) ?? roles.ink;
  const ink = mostReadable(color, [
    roles.onPrimary,
    roles.surface,
    roles.ink,
    '#ffffff',
    luminanceOf(color) > 0.4 ? '#111111' : '#ffffff',
  ]);
  let top = y - height / 2;
  const texts = sets.map((set) => {
    const text = place(set, { x: x - set.width / 2, top, width: set.width }, { color: ink, align: 'center' });
    top += set.height + gap;
    return text;
  });
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  return { layers: [{ kind: 'fill', element: 'badge', box, color, radius }], texts, box };
}
