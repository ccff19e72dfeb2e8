import { atMost } from './limits.ts';
import type { Rule } from './rule.ts';

/**
 * Checks that the fonts have a glyph for every character of the ad. The reported value is the number of characters
 * without a glyph.
 */
export const glyphs: Rule = ({ texts }) => {
  if (texts.length === 0) return null;
  const missing = new Set(texts.flatMap((text) => text.missing)).size;
  return atMost('missing_glyphs', missing, 0);
};
