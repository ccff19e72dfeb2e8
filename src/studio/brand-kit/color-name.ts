import { isGrey, lchOf, type Lch } from './color.ts';

/** Names of hues. Each name applies from the given OKLCH hue, in degrees, up to the hue of the next name. */
const hues: [fromDegrees: number, name: string][] = [
  [0, 'pink'],
  [15, 'red'],
  [40, 'orange'],
  [75, 'yellow'],
  [112, 'lime'],
  [130, 'green'],
  [178, 'teal'],
  [220, 'blue'],
  [285, 'violet'],
  [332, 'magenta'],
  [350, 'pink'],
];

export function colorName(hex: string): string {
  const color = lchOf(hex);
  return neutralName(color) ?? hueName(color);
}

function neutralName(color: Lch): string | undefined {
  if (color.l <= 0.24) return 'near-black';
  if (color.l >= 0.96 && color.c < 0.05) return 'white';
  if (!isGrey(color)) return undefined;
  return color.l > 0.75 ? 'light grey' : color.l < 0.45 ? 'dark grey' : 'grey';
}

function hueName({ l, c, h }: Lch): string {
  const hue = hues.findLast(([from]) => h >= from)?.[1] ?? 'red';
  const dark = darkNames.find(([of, below]) => of === hue && l < below);
  if (dark !== undefined) return dark[2];
  if (l < 0.45) return `deep ${hue}`;
  if (l > 0.86 && c < 0.1) return `pale ${hue}`;
  return c > 0.17 ? `bright ${hue}` : hue;
}

/**
 * Names for dark shades of orange and yellow, such as brown. A name applies if the colour's OKLCH lightness (0 to 1) is
 * less than `below`. The first matching name is used.
 */
const darkNames: [hue: string, below: number, name: string][] = [
  ['orange', 0.4, 'dark brown'],
  ['orange', 0.52, 'brown'],
  ['orange', 0.62, 'rust'],
  ['yellow', 0.4, 'dark brown'],
  ['yellow', 0.62, 'olive'],
];
