import { formatHex, parse, type Color } from 'culori';

const alphaMin = 0.5;
const number = String.raw`(-?\d{1,3}(?:\.\d{1,8})?)`;
const gap = String.raw`(?:\s{0,3}[,/]\s{0,3}|\s{1,3})`;
const rgbTriplet = new RegExp(`^${number}${gap}${number}${gap}${number}$`);
const hslTriplet = new RegExp(`^${number}(?:deg)?${gap}${number}%${gap}${number}%$`);
const oklchTriplet = new RegExp(`^${number}%?${gap}${number}${gap}${number}$`);

/** Matches digits that the library takes for a colour but CSS does not, such as the font weight 400. */
const withoutHash = /^[\da-f]{3,8}$/;

function unwrapped(text: string): string {
  const inner = /^(?:light-dark|color-mix)\(\s{0,3}(?:in [\w-]{1,20}(?: [\w-]{1,20}){0,2},\s{0,3})?(.{1,200})\)$/.exec(
    text,
  )?.[1];
  if (inner === undefined) return text;
  return /^(?:[a-z]{2,10}\([^()]{1,120}\)|#?\w{1,30})/.exec(inner)?.[0] ?? text;
}

/** Parses a CSS colour in lower case. Returns undefined for other values. */
export function asColor(text: string): Color | undefined {
  if (withoutHash.test(text)) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns a CSS colour in any notation as `#rrggbb`. Returns undefined for other values, for colours that are mostly
 * transparent, and for colours that depend on their context, such as `currentcolor`.
 */
export function hexOf(value: string): string | undefined {
  const text = unwrapped(value.trim().toLowerCase());
  if (text.length > 200 || text === 'transparent') return undefined;
  const color = asColor(text);
  if (color === undefined || (color.alpha ?? 1) < alphaMin) return undefined;
  return formatHex(color);
}

/**
 * Reports whether three numbers without a function name are a colour in OKLCH and not in RGB. In OKLCH, the chroma is a
 * fraction, and the lightness is a fraction or has a percent sign.
 */
function isOklch(text: string): boolean {
  const [, lightness = '', chroma = ''] = oklchTriplet.exec(text) ?? [];
  if (lightness === '' || Number(chroma) <= 0 || Number(chroma) >= 0.5) return false;
  return Number(lightness) < 1 || text.includes('%');
}

/**
 * Returns a colour as `#rrggbb`, like `hexOf`. Also accepts three numbers without a function name, which themes store
 * in CSS custom properties: RGB as `18, 18, 18`, HSL as `222.2 47.4% 11.2%`, OKLCH as `0.21 0.03 264`.
 */
export function hexOfProperty(value: string): string | undefined {
  const text = value.trim().toLowerCase();
  const channels = text.replace('deg', '').replace(/[,/]/g, ' ');
  if (hslTriplet.test(text)) return hexOf(`hsl(${channels})`);
  if (isOklch(text)) return hexOf(`oklch(${channels})`);
  if (rgbTriplet.test(text)) return hexOf(`rgb(${channels})`);
  return hexOf(text);
}
