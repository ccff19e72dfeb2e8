import { isGrey, lchOf } from './color.ts';

/** OKLCH hues at which a plain English name begins. */
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

/** What a person would call a colour: `deep green`, `pale pink`, `near-black`. */
export function colorName(hex: string): string {
  const color = lchOf(hex);
  if (color.l <= 0.24) return 'near-black';
  if (color.l >= 0.96 && color.c < 0.05) return 'white';
  if (isGrey(color)) return color.l > 0.75 ? 'light grey' : color.l < 0.45 ? 'dark grey' : 'grey';
  const hue = hues.findLast(([from]) => color.h >= from)?.[1] ?? 'red';
  if ((hue === 'orange' || hue === 'yellow') && color.l < 0.55) return color.l < 0.4 ? 'dark brown' : 'brown';
  if (color.l < 0.45) return `deep ${hue}`;
  if (color.l > 0.86 && color.c < 0.1) return `pale ${hue}`;
  return color.c > 0.17 ? `bright ${hue}` : hue;
}
