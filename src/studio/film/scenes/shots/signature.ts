import type { Box } from '../../../box.ts';
import { luminanceOf } from '../../../color.ts';
import type { Ground } from '../../../layouts/field.ts';
import { type Mark, markIn, movedMark } from '../../../layouts/mark.ts';
import { place } from '../../../text/typesetter.ts';
import type { ShotInput } from '../shot-input.ts';

export interface SignaturePlace {
  zone: Box;
  align: 'start' | 'center';
  scale: number;
}

/** Sizes of the name, in type units, that are tried in this order. */
const nameSizes = [17, 15, 12.5, 10.5, 9, 7.5, 6, 5, 4, 3.2] as const;
/** Size of a logo on the end card compared with its size on a still ad. */
const logoScale = 2.8;

/**
 * Returns the logo and the name of the brand, or only one of them if the other is missing. `scale` is a factor of their
 * usual size.
 */
export function signature(
  input: ShotInput,
  { color, colors }: Ground,
  { zone, align, scale }: SignaturePlace,
): Mark | null {
  const { logo } = input;
  const ground = luminanceOf(color);
  const mark =
    logo === null ? null : markIn(input, { area: zone, corner: `top-${align}`, ground, scale: logoScale * scale });
  if (mark !== null && isWordmark(logo)) return mark;
  return withName(input, mark, nameIn(input, colors.headline, { zone, align }, scale * (mark === null ? 17 : 9)));
}

/** A wide logo usually contains the name of the brand. */
const isWordmark = (logo: ShotInput['logo']): boolean => logo !== null && logo.cutOut.width > 2.4 * logo.cutOut.height;

/** Places the name under the logo. */
function withName({ format }: ShotInput, mark: Mark | null, name: Mark | null): Mark | null {
  if (mark === null || name === null) return mark ?? name;
  const below = movedMark(name, 0, mark.box.height + Math.max(2.6 * format.u, mark.box.height * 0.62));
  const height = below.box.y + below.box.height - mark.box.y;
  return {
    layers: [...mark.layers, ...below.layers],
    texts: [...mark.texts, ...below.texts],
    box: { ...mark.box, x: Math.min(mark.box.x, name.box.x), width: Math.max(mark.box.width, name.box.width), height },
  };
}

function nameIn(
  { format, type }: ShotInput,
  color: string,
  { zone, align }: Omit<SignaturePlace, 'scale'>,
  sizeMax: number,
): Mark | null {
  if (!type.has('signature')) return null;
  for (const size of nameSizes) {
    if (size > sizeMax) continue;
    const px = size * format.type;
    const linesMax = size > 7 ? 1 : 3;
    const set = type.set('signature', { face: 'display', size: px, width: zone.width, linesMax, cutWords: size < 4 });
    if (set === null) continue;
    const x = zone.x + (align === 'center' ? (zone.width - set.width) / 2 : 0);
    const look = { color, align };
    const box = { x, y: zone.y, width: set.width, height: set.height };
    return { layers: [], texts: [place(set, { x, top: box.y, width: set.width }, look)], box };
  }
  return null;
}
