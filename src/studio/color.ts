/** A colour in sRGB, with 0 to 255 per channel. */
export type Rgb = readonly [red: number, green: number, blue: number];

const linear = Float64Array.from({ length: 256 }, (_, i) =>
  i <= 10 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4,
);

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function hex([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Returns the relative luminance of a colour as defined by WCAG 2, 0 to 1. The channel values must be whole numbers
 * from 0 to 255.
 */
export function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0);
}

/** Returns the grey with a relative luminance (0 to 1). */
export function greyOf(light: number): string {
  const value = encode(light);
  return hex([value, value, value]);
}

export const luminanceOf = (color: string): number => luminance(...rgb(color));

export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

export const contrastOf = (one: string, other: string): number => contrast(luminanceOf(one), luminanceOf(other));

type Lab = readonly [number, number, number];

const toOklab = (color: string): Lab => oklab(...rgb(color));

/**
 * Converts a colour to the OKLab colour space, in which distances match perceived differences. The distance from black
 * to white is 1. The channel values must be whole numbers from 0 to 255.
 */
export function oklab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear[red] ?? 0, linear[green] ?? 0, linear[blue] ?? 0];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const encode = (c: number) =>
  255 * Math.min(1, Math.max(0, c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055));

function fromOklab([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return hex([
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]);
}

/**
 * Mixes two colours in the OKLab colour space. `part` is the share of the second colour: 0 gives the first colour, 1
 * the second.
 */
export function blend(from: string, to: string, part: number): string {
  const [a, b] = [toOklab(from), toOklab(to)];
  return fromOklab([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part]);
}

/** Returns the OKLCH lightness of a colour, 0 to 1. */
export const lightness = (color: string): number => toOklab(color)[0];

/** Returns the OKLCH chroma of a colour: 0 is grey, 0.15 and more is vivid. */
export const chroma = (color: string): number => Math.hypot(toOklab(color)[1], toOklab(color)[2]);

/**
 * Changes the OKLab lightness of a colour and keeps its hue. The chroma (strength of colour) is multiplied by
 * `chromaScale`.
 */
export function withLightness(color: string, value: number, chromaScale = 1): string {
  const [, a, b] = toOklab(color);
  return fromOklab([value, a * chromaScale, b * chromaScale]);
}

export function mostReadable(ground: string, candidates: readonly string[]): string {
  return candidates.reduce(
    (best, color) => (contrastOf(color, ground) > contrastOf(best, ground) ? color : best),
    candidates[0] ?? '#ffffff',
  );
}

/** Makes a light colour darker, and a dark colour lighter. A colour is light if its lightness is above `from`. */
export function shaded(color: string, darker: number, lighter = darker, from = 0.5): string {
  const light = lightness(color);
  return withLightness(color, light + (light > from ? -darker : lighter));
}
