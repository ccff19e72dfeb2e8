import type { Rule } from './rule.ts';

/**
 * Checks that the fonts have a glyph for every character of the ad. The reported value is the number of characters
 * without a glyph.
 */
export const glyphs: Rule = {
  name: 'missing_glyphs',
  check({ texts }) {
    if (texts.length === 0) return null;
    const missing = new Set(texts.flatMap((text) => text.missing)).size;
    return { check: 'missing_glyphs', value: missing, limit: 0, passed: missing === 0 };
  },
};
