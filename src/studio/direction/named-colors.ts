import { hexOf, lchOf } from '../brand-kit/color.ts';

/** Colours that a direction can name. The key is the end of the label in the word lists, as in `color-red`. */
const namedColors = {
  black: '#101012',
  white: '#ffffff',
  grey: '#8a8d91',
  silver: '#b9bdc3',
  gold: '#c8a04a',
  red: '#d22630',
  orange: '#f07d1a',
  yellow: '#f6c927',
  green: '#2e8b57',
  blue: '#2463c4',
  navy: '#14284b',
  turquoise: '#1fa5a8',
  purple: '#6c3fa5',
  pink: '#ec6ba5',
  brown: '#7a4a2b',
  beige: '#e8dcc6',
  wine: '#6d1a36',
} as const;
export type NamedColor = keyof typeof namedColors;
export const colorNames = Object.keys(namedColors) as NamedColor[];

export type Shade = 'dark' | 'light' | undefined;

/** Lightness in OKLCH of a colour that the direction calls dark or light. */
const shades = { dark: 0.33, light: 0.88 } as const;

/** Returns a named colour, such as `dark green`, as `#rrggbb`. Black and white have no shades. */
export function namedColor(name: NamedColor, shade: Shade): string {
  const hex = namedColors[name];
  const color = lchOf(hex);
  if (shade === undefined || name === 'black' || name === 'white') return hex;
  const l = shade === 'dark' ? Math.min(color.l, shades.dark) : Math.max(color.l, shades.light);
  return hexOf({ ...color, l, c: shade === 'light' ? Math.min(color.c, 0.07) : Math.min(color.c, 0.11) });
}

/** Lightness in OKLCH from which a colour is light enough, or up to which it is dark enough, for a ground. */
const groundLightness = { dark: 0.3, light: 0.9 } as const;

/** Reports whether a colour without its own place, such as `black` in `black and gold`, is meant as the ground. */
export function isGround(hex: string): boolean {
  const { l } = lchOf(hex);
  return l <= groundLightness.dark || l >= groundLightness.light;
}

export const groundOf = (hex: string): 'light' | 'dark' => (lchOf(hex).l < 0.6 ? 'dark' : 'light');
