import type { BrandColor } from '../../schema/brand.ts';

type Role = BrandColor['role'];

/**
 * Words in labels that indicate a role, in the order in which they are tried: "button text" is text, "primary
 * background" is a background.
 */
const words: [Role, RegExp][] = [
  ['ink', /\b(text|ink|foreground|fg|font|body|copy|heading|headings|headline|type)\b/],
  ['surface', /\b(background|surface|bg|backdrop|base|paper|canvas|ground|page)\b/],
  ['muted', /\b(muted|neutral|grey|gray|border|subtle|line|divider|tertiary)\b/],
  ['accent', /\b(accent|secondary|highlight|cta|button|action|link|contrast)\b/],
  ['primary', /\b(primary|brand|main|lead|dominant|signature|core|key)\b/],
];

/**
 * Returns the role that the label of a colour, which is free text, indicates; `other` for a label without such a word
 * ("Sunset Coral").
 */
export function swatchRole(label: string | null): Role {
  const plain = (label ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[_\-./\d]+/g, ' ');
  return words.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other';
}
