import type { ColorRoles } from '../brief.ts';
import { blend, chroma, contrastOf, lightness, luminanceOf, mostReadable, withLightness } from '../color.ts';
import type { Ground } from './field.ts';

/** Returns the neutral background of the brand with the colours of its text and button. */
export function quiet(roles: ColorRoles): Ground {
  return {
    color: roles.surface,
    colors: {
      headline: roles.ink,
      support: softened(roles.ink, roles.surface),
      offer: readable(roles.primary, roles.surface, roles.ink),
      button: { fill: roles.primary, text: roles.onPrimary },
    },
  };
}

/** Returns the brand's own colour as the background, with the colours of its text and button. */
export function loud(roles: ColorRoles): Ground {
  const { primary, onPrimary } = roles;
  const text =
    contrastOf(primary, onPrimary) > 5 ? primary : mostReadable(onPrimary, [primary, roles.ink, roles.surface]);
  return {
    color: primary,
    colors: { headline: onPrimary, support: onPrimary, offer: onPrimary, button: { fill: onPrimary, text } },
  };
}

/** Returns a background tinted with the brand's primary colour: light in light themes, deep in dark themes. */
export function tinted(roles: ColorRoles, part = 0.13): Ground {
  const color = blend(roles.surface, roles.primary, part);
  const ink =
    contrastOf(color, roles.ink) >= 5
      ? roles.ink
      : mostReadable(color, [roles.ink, roles.surface, '#ffffff', '#111111']);
  const fits = contrastOf(roles.primary, color) >= 1.9;
  const button = fits ? { fill: roles.primary, text: roles.onPrimary } : { fill: ink, text: color };
  return {
    color,
    colors: { headline: ink, support: softened(ink, color), offer: readable(roles.primary, color, ink), button },
  };
}

const readable = (color: string, ground: string, otherwise: string) =>
  contrastOf(color, ground) >= 4.8 ? color : otherwise;

/** Returns an ink for secondary text, slightly nearer to the background but still readable. */
function softened(ink: string, ground: string): string {
  const soft = blend(ink, ground, 0.18);
  return contrastOf(soft, ground) >= 6 ? soft : ink;
}

export type GroundStyle = 'quiet' | 'tinted' | 'loud';

/**
 * Returns the background of a style. For `loud`, a primary colour that is too pale gives the neutral background
 * instead.
 */
export function groundOf(style: GroundStyle, roles: ColorRoles, tint: number): Ground {
  if (style === 'loud' && isLoud(roles.primary)) return loud(roles);
  return style === 'tinted' ? tinted(roles, tint) : quiet(roles);
}

/** Returns the colour of a shadow: the hue of the background, much darker. */
export function shadowOn(ground: string): string {
  return withLightness(ground, Math.max(0.08, lightness(ground) * 0.28), 0.8);
}

/**
 * Returns the colour of the lit side of a background, slightly lighter than the background. Dark backgrounds get a
 * stronger glow.
 */
function glowOn(ground: string): string {
  const light = lightness(ground);
  return withLightness(ground, Math.min(0.985, light + (light > 0.7 ? 0.07 : 0.11)), light > 0.7 ? 0.72 : 1.05);
}

/**
 * Returns the two colours of a lit background: a glow in the middle if all text stays readable on the glow, else shade
 * at the edge.
 */
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

/** Reports whether a colour is strong enough for a loud background. */
const isLoud = (color: string): boolean => chroma(color) > 0.045 && luminanceOf(color) < 0.8;
