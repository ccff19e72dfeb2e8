import type { ColorRoles } from '../../brief.ts';
import { contrastOf, lightness, luminanceOf, withLightness } from '../../color.ts';

/** Maximum loss of lightness (OKLCH, 0 to 1) of a brand's colour. The eye hardly sees it without a comparison. */
const lossMax = 0.06;
const step = 0.01;
const white = '#ffffff';
const contrastMin = 4.6;

/**
 * Returns the colours of a brand for films. Black letters on a strong colour of medium lightness, such as orange, can be
 * read but look dull on large grounds. If white letters can be read on a slightly darker shade, the film uses both.
 */
export function filmRoles(roles: ColorRoles): ColorRoles {
  const { primary, onPrimary } = roles;
  if (luminanceOf(onPrimary) > luminanceOf(primary)) return roles;
  const light = lightness(primary);
  const shades = Array.from({ length: lossMax / step }, (_, at) => withLightness(primary, light - (at + 1) * step));
  const shade = shades.find((each) => contrastOf(each, white) >= contrastMin);
  return shade === undefined ? roles : { ...roles, primary: shade, onPrimary: white };
}
