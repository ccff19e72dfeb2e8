// This bundle of culori is one file; its modules are 300 files. Loading one file saves every stage 50 ms at start.
import culori from 'culori/require';

const { clampChroma, formatHex, wcagContrast } = culori;
const toOklch = culori.converter('oklch');

/** A colour in OKLCH: `l` (lightness) 0 to 1, `c` (chroma) 0 to about 0.37, `h` (hue) in degrees, and 0 for a grey. */
export interface Lch {
  l: number;
  c: number;
  h: number;
}

/** Maximum chroma of a grey. Below this chroma a colour looks grey, and its hue has no meaning. */
const greyChromaMax = 0.03;

/** Reports whether a colour is grey, so that its hue is only arithmetic noise. */
export const isGrey = (color: Lch): boolean => color.c < greyChromaMax;

/** Converts `#rrggbb` to OKLCH. */
export function lchOf(hex: string): Lch {
  const color = toOklch(hex);
  if (color === undefined) throw new Error(`${hex} is not a colour.`);
  return { l: clamp01(color.l), c: color.c, h: color.h ?? 0 };
}

/** Converts OKLCH to `#rrggbb`. Colours outside sRGB lose chroma but not lightness or hue. */
export function hexOf({ l, c, h }: Lch): string {
  return formatHex(clampChroma({ mode: 'oklch', l: clamp01(l), c: Math.max(0, c), h }, 'oklch'));
}

/** Returns the WCAG 2 contrast ratio of two colours, 1 to 21. */
export const contrast = (a: string, b: string): number => wcagContrast(a, b);

/** Returns the distance of two colours in OKLab: 0.02 is just visible side by side, 0.1 is clearly another colour. */
export function distance(a: Lch, b: Lch): number {
  const [ax, ay, bx, by] = [...plane(a), ...plane(b)];
  return Math.hypot(a.l - b.l, ax - bx, ay - by);
}

const plane = ({ c, h }: Lch): [number, number] => [
  c * Math.cos((h * Math.PI) / 180),
  c * Math.sin((h * Math.PI) / 180),
];

/**
 * Changes the lightness of a colour until it is readable on a background. Keeps the hue as far as sRGB allows.
 *
 * Guarantee: the contrast is at least `min` if white or black has this contrast with the background. For 4.5, white or
 * black always has it.
 */
export function mended(color: string, ground: string, min: number): string {
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
 * Converts `#rgb`, `#rrggbb` or `#rrggbbaa` to an opaque `#rrggbb`, blended with white; undefined for an invisible
 * colour.
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
