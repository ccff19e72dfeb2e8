import type { BrandColor } from '../../schema/brand.ts';

type Role = BrandColor['role'];

/** Words in labels, in the order of the checks: "button text" is text, "primary background" is a background. */
const words: [Role, RegExp][] = [
  ['ink', /\b(text|ink|foreground|fg|font|body|copy|heading|headings|headline|type)\b/],
  ['surface', /\b(background|surface|bg|backdrop|base|paper|canvas|ground|page)\b/],
  ['muted', /\b(muted|neutral|grey|gray|border|subtle|line|divider|tertiary)\b/],
  ['accent', /\b(accent|secondary|highlight|cta|button|action|link|contrast)\b/],
  ['primary', /\b(primary|brand|main|lead|dominant|signature|core|key)\b/],
];

/** Returns the role that the free label of a swatch indicates; `other` for any other label ("Sunset Coral"). */
export function swatchRole(label: string | null): Role {
  const plain = (label ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[_\-./\d]+/g, ' ');
  return words.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other';
}
