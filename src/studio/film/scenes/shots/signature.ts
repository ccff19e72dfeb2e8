import { type Group } from '../../../scene.ts';
import { type Ground } from '../../../layouts/grounds.ts';
import type { Box } from '../../../box.ts';
import { drawingOn, isLegibleOn } from '../../../layouts/logo-mark.ts';
import { logoMark, type Mark, movedMark, textMark } from '../../../layouts/mark.ts';
import type { LayoutInput } from '../../../composition.ts';
import { showsName } from '../../../photo/logo-name.ts';

/** Place of the name: under the logo or beside it. */
export type Lockup = 'column' | 'row';

export interface SignaturePlace {
  zone: Box;
  align: 'start' | 'center';
  lockup: Lockup;
  scale: number;
}

/** Sizes of the name, in type units, that are tried in this order. */
const nameSizes = [17, 15, 12.5, 10.5, 9, 8.2, 7.5, 6, 5, 4, 3.2] as const;
/** Size of a logo on the end card compared with its size on a still ad. */
const logoScale = { column: 2.1, row: 1.7 } as const;

/**
 * Returns the logo and the name of the brand, or only one of them if the other is missing. `scale` is a factor of their
 * usual size.
 */
export function signature(
  input: LayoutInput,
  { color, colors }: Ground,
  { zone, align, lockup, scale }: SignaturePlace,
): Mark | null {
  const { logo } = input;
  const isShown = logo !== null && (!input.type.has('signature') || isLegibleOn(drawingOn(input, logo, color), color));
  const mark = !isShown
    ? null
    : logoMark(input, logo, { area: zone, corner: `top-${align}`, ground: color, scale: logoScale[lockup] * scale });
  if (mark === null) return nameIn(input, colors.headline, { zone, align }, 17 * scale);
  if (logo !== null && showsName(logo.cutOut, input.type.texts.signature)) return mark;
  if (lockup === 'row') return besideMark(input, mark, { color: colors.headline, zone, align, scale });
  return withName(input, mark, nameIn(input, colors.headline, { zone, align }, nameMax * scale));
}

/** Maximum size of a name with a logo, in type units. */
const nameMax = 10;

/** Returns the lockups that are compared. A compact logo can stand beside the name. */
export const lockupsFor = ({ logo, type }: LayoutInput): Lockup[] =>
  logo === null || !type.has('signature') || showsName(logo.cutOut, type.texts.signature)
    ? ['column']
    : ['column', 'row'];

const together = (one: Mark, other: Mark): Group => ({
  layers: [...one.layers, ...other.layers],
  texts: [...one.texts, ...other.texts],
});

/** Places the name under the logo. */
function withName({ format }: LayoutInput, mark: Mark | null, name: Mark | null): Mark | null {
  if (mark === null || name === null) return mark ?? name;
  const below = movedMark(name, 0, mark.box.height + Math.max(2.6 * format.u, mark.box.height * 0.62));
  const height = below.box.y + below.box.height - mark.box.y;
  return {
    ...together(mark, below),
    box: { ...mark.box, x: Math.min(mark.box.x, name.box.x), width: Math.max(mark.box.width, name.box.width), height },
  };
}

/** Places the name beside the logo, or returns null if the name is too long for one line. */
function besideMark(
  input: LayoutInput,
  mark: Mark,
  { color, zone, align, scale }: { color: string; zone: Box; align: 'start' | 'center'; scale: number },
): Mark | null {
  const gap = mark.box.height * 0.55;
  const rest = { ...zone, x: zone.x + mark.box.width + gap, width: zone.width - mark.box.width - gap };
  if (rest.width <= 0) return null;
  const name = nameIn(input, color, { zone: rest, align: 'start' }, nameMax * scale);
  if (name?.texts.some(({ lines }) => lines.length > 1) !== false) return null;
  const width = mark.box.width + gap + name.box.width;
  const x = align === 'center' ? zone.x + (zone.width - width) / 2 : zone.x;
  const height = Math.max(mark.box.height, name.box.height);
  const logo = movedMark(mark, x - mark.box.x, (height - mark.box.height) / 2);
  const text = movedMark(name, x - zone.x, (height - name.box.height) / 2);
  return {
    ...together(logo, text),
    box: { x, y: zone.y, width, height },
  };
}

function nameIn(
  { format, type }: LayoutInput,
  color: string,
  { zone, align }: Pick<SignaturePlace, 'zone' | 'align'>,
  sizeMax: number,
): Mark | null {
  if (!type.has('signature')) return null;
  for (const size of nameSizes) {
    if (size > sizeMax) continue;
    const fit = { size: size * format.type, width: zone.width, linesMax: size > 7 ? 1 : 3 };
    const breakWords = size < 4 ? 'anywhere' : undefined;
    const set = type.set('signature', { face: 'display', ...fit, breakWords });
    if (set === null) continue;
    const x = zone.x + (align === 'center' ? (zone.width - set.width) / 2 : 0);
    return textMark(set, { x, y: zone.y, width: set.width, height: set.height }, { color, align });
  }
  return null;
}
