import type { ColorRoles, GroundStyle } from '../brief.ts';
import { blend, chroma, contrastOf, lightness, luminanceOf, mostReadable, withLightness } from '../color.ts';
import { hexOf, isGrey, lchOf } from '../brand-kit/color.ts';
import type { StackColors } from '../text/stack.ts';

export interface Ground {
  color: string;
  colors: StackColors;
}

export function quiet(roles: ColorRoles): Ground {
  return {
    color: roles.surface,
    colors: {
      headline: roles.ink,
      support: softened(roles.ink, roles.surface),
      offer: readable(roles.primary, roles.surface, roles.ink),
      button: { fill: roles.primary, text: roles.onPrimary },
      rule: ruleOn(roles.surface, roles.ink),
    },
  };
}

export function loud(roles: ColorRoles): Ground {
  const { primary, onPrimary } = roles;
  const text =
    contrastOf(primary, onPrimary) > 5 ? primary : mostReadable(onPrimary, [primary, roles.ink, roles.surface]);
  return {
    color: primary,
    colors: {
      ...{ headline: onPrimary, support: onPrimary, offer: onPrimary, button: { fill: onPrimary, text } },
      rule: ruleOn(primary, onPrimary),
    },
  };
}

/**
 * Returns a ground in the theme's surface with a tint of the primary colour. `part` is the strength of the tint, 0 to
 * 1.
 */
export const tinted = (roles: ColorRoles, part = 0.13): Ground => onColor(tintedSurface(roles, part), roles);

/** Returns a ground of any colour, with texts in the colours of the roles that can be read on it. */
export function onColor(color: string, roles: ColorRoles): Ground {
  const ink =
    contrastOf(color, roles.ink) >= 5
      ? roles.ink
      : mostReadable(color, [roles.ink, roles.surface, '#ffffff', '#111111']);
  const fits = contrastOf(roles.primary, color) >= 1.9;
  const button = fits ? { fill: roles.primary, text: roles.onPrimary } : { fill: ink, text: color };
  return {
    color,
    colors: {
      headline: ink,
      support: softened(ink, color),
      offer: readable(roles.primary, color, ink),
      button,
      rule: ruleOn(color, ink),
    },
  };
}

/** Maximum OKLCH chroma of a tinted surface. */
const tintChromaMax = 0.06;

/**
 * Returns the surface in the hue of the primary colour, with a lightness a little nearer to 0.5. A mixture with a dark
 * primary colour would be a greyish pastel.
 */
function tintedSurface({ surface, primary }: ColorRoles, part: number): string {
  const [ground, lead] = [lchOf(surface), lchOf(primary)];
  const l = ground.l + part * (ground.l > 0.5 ? -0.28 : 0.35);
  const c = Math.min(tintChromaMax, 2.2 * part * lead.c);
  return hexOf(isGrey(lead) || c <= ground.c ? { ...ground, l } : { l, c, h: lead.h });
}

/** Returns the colour of thin lines on a ground. */
const ruleOn = (ground: string, ink: string): string => blend(ground, ink, 0.26);

const readable = (color: string, ground: string, otherwise: string) =>
  contrastOf(color, ground) >= 4.8 ? color : otherwise;

/**
 * Returns the text colour, softened by mixing it with the background colour. If the softer colour would have a contrast
 * below 6:1 with the background, returns the text colour unchanged.
 */
function softened(ink: string, ground: string): string {
  const soft = blend(ink, ground, 0.18);
  return contrastOf(soft, ground) >= 6 ? soft : ink;
}

/** Strength of the tint of a ground: the same in all layouts of images, because the ratios of a job may have several. */
const groundTint = 0.16;

export function groundOf(style: GroundStyle, roles: ColorRoles, tint = groundTint): Ground {
  if (style === 'loud' && isLoud(roles.primary)) return loud(roles);
  return style === 'tinted' ? tinted(roles, tint) : quiet(roles);
}

export function shadowOn(ground: string): string {
  return withLightness(ground, Math.max(0.08, lightness(ground) * 0.28), 0.8);
}

function glowOn(ground: string): string {
  const light = lightness(ground);
  return withLightness(ground, Math.min(0.985, light + (light > 0.7 ? 0.07 : 0.11)), light > 0.7 ? 0.72 : 1.05);
}

export function litGround({ color, colors }: Ground): { from: string; to: string } {
  const glow = glowOn(color);
  const reads = [colors.headline, colors.support, colors.offer].every((ink) => contrastOf(ink, glow) >= 5);
  if (reads) return { from: color, to: glow };
  const light = lightness(color);
  return {
    from: withLightness(color, light + (luminanceOf(colors.headline) > luminanceOf(color) ? -0.06 : 0.05)),
    to: color,
  };
}

const isLoud = (color: string): boolean => chroma(color) > 0.045 && luminanceOf(color) < 0.8;
