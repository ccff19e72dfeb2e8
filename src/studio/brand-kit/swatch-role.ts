import type { BrandColor } from '../../schema/brand.ts';

type Role = BrandColor['role'];

/**
 * Words in the label of a colour that indicate its role (text, background, accent and so on). The patterns are tried in
 * this order, so "button text" is a text colour and "primary background" is a background colour.
 */
const words: [Role, RegExp][] = [
  ['ink', /\b(text|ink|foreground|fg|font|body|copy|heading|headings|headline|type)\b/],
  ['surface', /\b(background|surface|bg|backdrop|base|paper|canvas|ground|page)\b/],
  ['muted', /\b(muted|neutral|grey|gray|border|subtle|line|divider|tertiary)\b/],
  ['accent', /\b(accent|secondary|highlight|cta|button|action|link|contrast)\b/],
  ['primary', /\b(primary|brand|main|lead|dominant|signature|core|key)\b/],
];

/**
 * Returns the role of a colour by its label, which is free text. Returns `other` for a label without a known word, such
 * as "Sunset Coral".
 */
export function swatchRole(label: string | null): Role {
  const plain = (label ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[_\-./\d]+/g, ' ');
  return words.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other';
}
