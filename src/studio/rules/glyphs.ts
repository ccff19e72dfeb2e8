import type { Rule } from './rule.ts';

/** Requires a glyph for every character. Counts the characters without one. */
export const glyphs: Rule = {
  name: 'missing_glyphs',
  check({ texts }) {
    if (texts.length === 0) return null;
    const missing = new Set(texts.flatMap((text) => text.missing)).size;
    return { check: 'missing_glyphs', value: missing, limit: 0, passed: missing === 0 };
  },
};
