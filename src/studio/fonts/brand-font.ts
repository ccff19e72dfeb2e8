import { type Axes, withinRange } from './axes.ts';
import type { Face } from './face.ts';

/** A font file of the brand, as the text engine registered it. `weight` is the weight without any change of an axis. */
export interface BrandFont {
  family: string;
  weight: number;
  isUpright: boolean;
  axes: Axes;
}

/**
 * Returns the face of a family of the brand that is nearest to a weight. A variable font takes the weight itself, within
 * the range of its axis. Slanted fonts are used only if the family has no upright font. `opticalSize` is the size, in
 * points, for which the letters of a font with optical sizes are drawn.
 */
export function brandFace(
  fonts: readonly BrandFont[],
  { weight, opticalSize }: { weight: number; opticalSize: number },
): Face | undefined {
  const upright = fonts.filter(({ isUpright }) => isUpright);
  const faces = (upright.length > 0 ? upright : fonts).map((font): Face => {
    const variations = variationsOf(font.axes, opticalSize);
    return {
      family: font.family,
      weight: weightNear(weight, font),
      ...(variations === '' ? {} : { variations }),
    };
  });
  return faces.toSorted((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight))[0];
}

function weightNear(wanted: number, { weight, axes }: BrandFont): number {
  const axis = axes.get('wght');
  return axis === undefined ? weight : withinRange(wanted, axis);
}

/**
 * Returns values for the axes that the text engine does not set: upright letters, and a fixed optical size. By default,
 * the optical size follows the type size, so that a text measured at one size would not fit at another.
 */
function variationsOf(axes: Axes, opticalSize: number): string {
  const wanted = { opsz: opticalSize, slnt: 0, ital: 0 };
  return Object.entries(wanted)
    .flatMap(([tag, value]) => {
      const axis = axes.get(tag);
      return axis === undefined ? [] : [`"${tag}" ${withinRange(value, axis)}`];
    })
    .join(', ');
}
