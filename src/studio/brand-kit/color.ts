// Imports culori, a colour library, as a bundle in one file. Importing its 300 module files instead would make every
// stage process start 50 ms later.
import culori from 'culori/require';

const { clampChroma, formatHex, wcagContrast } = culori;
const toOklch = culori.converter('oklch');

/**
 * A colour in the OKLCH colour space. Lightness `l` is 0 to 1, chroma (colourfulness) `c` is 0 to about 0.37, and hue
 * `h` is in degrees. The hue of a grey is 0.
 */
export interface Lch {
  l: number;
  c: number;
  h: number;
}

/** OKLCH chroma (colourfulness) below which a colour looks grey, so that its hue has no meaning. */
const greyChromaMax = 0.03;

export const isGrey = (color: Lch): boolean => color.c < greyChromaMax;

/** Converts a `#rrggbb` colour to OKLCH. Throws if `hex` is not a colour. */
export function lchOf(hex: string): Lch {
  const color = toOklch(hex);
  if (color === undefined) throw new Error(`${hex} is not a colour.`);
  return { l: clamp01(color.l), c: color.c, h: color.h ?? 0 };
}

/**
 * Converts an OKLCH colour to `#rrggbb`. If sRGB cannot represent the colour, the chroma (colourfulness) is reduced,
 * and lightness and hue are kept.
 */
export function hexOf({ l, c, h }: Lch): string {
  return formatHex(clampChroma({ mode: 'oklch', l: clamp01(l), c: Math.max(0, c), h }, 'oklch'));
}

/** Returns the WCAG 2 contrast ratio of two colours, from 1 (equal colours) to 21 (black and white). */
export const contrast = (a: string, b: string): number => wcagContrast(a, b);

/**
 * Returns how different two colours look, as their distance in the OKLab colour space. At a distance of 0.02, two
 * colours side by side are just distinguishable; at 0.1, they are clearly different.
 */
export function distance(a: Lch, b: Lch): number {
  const [ax, ay, bx, by] = [...plane(a), ...plane(b)];
  return Math.hypot(a.l - b.l, ax - bx, ay - by);
}

const plane = ({ c, h }: Lch): [number, number] => [
  c * Math.cos((h * Math.PI) / 180),
  c * Math.sin((h * Math.PI) / 180),
];

/**
 * Changes the lightness of a colour until its contrast with the background colour `ground` is at least `min`, and keeps
 * the hue as far as sRGB allows. Guarantee: the returned colour has this contrast if black or white has it. For a `min`
 * of up to 4.5, black or white always has it.
 */
export function withContrast(color: string, ground: string, min: number): string {
  if (contrast(color, ground) >= min) return color;
  const start = lchOf(color);
  const towards = contrast('#ffffff', ground) >= contrast('#000000', ground) ? 1 : 0;
  for (let step = 1; step <= 50; step += 1) {
    const candidate = hexOf({ ...start, l: start.l + ((towards - start.l) * step) / 50 });
    if (contrast(candidate, ground) >= min) return candidate;
  }
  return towards === 1 ? '#ffffff' : '#000000';
}

/**
 * Converts a colour of the form `#rgb`, `#rrggbb` or `#rrggbbaa` to an opaque `#rrggbb`, by blending it with white.
 * Returns undefined if the colour is invalid or less than 10 % opaque.
 */
export function opaqueHex(hex: string): string | undefined {
  const digits = hex.slice(1).toLowerCase();
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  if (!/^([0-9a-f]{6}|[0-9a-f]{8})$/.test(full)) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 255] = Buffer.from(full, 'hex');
  if (alpha < 26) return undefined;
  const onWhite = [red, green, blue].map((value) => Math.round((value * alpha + 255 * (255 - alpha)) / 255));
  return `#${Buffer.from(onWhite).toString('hex')}`;
}

const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));
