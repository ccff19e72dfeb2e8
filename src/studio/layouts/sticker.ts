import type { Box } from '../box.ts';
import type { Hero } from './hero.ts';
import type { LayoutInput } from '../composition.ts';
import { contrastOf, luminanceOf, mostReadable } from '../color.ts';
import type { Group, TextRole } from '../scene.ts';
import { place, type SetText } from '../text/typesetter.ts';
import type { Point } from './layout.ts';

/** A round badge with a short text, such as a price. `box` encloses the disc. */
export interface Sticker extends Group {
  box: Box;
  role: TextRole;
}

/** Type sizes that are tried, largest first, in type units. */
const sizes = [13, 11, 9.5, 8.2, 7, 6, 5.2, 4.6];
/** Minimum and maximum radius of the disc, as shares of the canvas's short side. */
const radiusMax = 0.15;
const radiusMin = 0.085;

/**
 * Returns a badge around a point with one text of the ad. Returns null if the text does not fit in a disc whose
 * diameter is 30 % of the canvas's short side.
 */
export function sticker(input: LayoutInput, role: Hero, [x, y]: Point, on: string): Sticker | null {
  const { format, type } = input;
  const short = Math.min(format.width, format.height);
  for (const size of sizes) {
    const px = size * format.type;
    const set = type.set(role, {
      face: 'display',
      size: px,
      width: short * radiusMax * 1.7,
      linesMax: 2,
      leading: 1.06,
    });
    if (set === null || set.breaksWord === true) continue;
    const radius = Math.max(radiusMin * short, Math.hypot(set.width, set.height) / 2 + px * 0.42);
    if (radius > radiusMax * short) continue;
    return made(input, { set, radius, at: [x, y], on });
  }
  return null;
}

interface Parts {
  set: SetText;
  radius: number;
  at: Point;
  on: string;
}

function made({ roles }: LayoutInput, { set, radius, at: [x, y], on }: Parts): Sticker {
  const color = [roles.primary, roles.accent, roles.ink].find((each) => contrastOf(each, on) >= 1.6) ?? roles.ink;
  const ink = mostReadable(color, [
    roles.onPrimary,
    roles.surface,
    roles.ink,
    '#ffffff',
    luminanceOf(color) > 0.4 ? '#111111' : '#ffffff',
  ]);
  const text = place(
    set,
    { x: x - set.width / 2, top: y - set.height / 2, width: set.width },
    { color: ink, align: 'center' },
  );
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  return { layers: [{ kind: 'fill', element: 'badge', box, color, radius }], texts: [text], box, role: set.role };
}
