import type { Rule } from './rule.ts';

/**
 * Requires that every text is complete and on the canvas. The value is the number of texts that are incomplete or
 * extend beyond the canvas.
 */
export const textWhole: Rule = {
  name: 'text_clipped',
  check({ texts, canvas }) {
    if (texts.length === 0) return null;
    const cut = texts.filter(({ ink, isClipped }) => {
      if (ink === null || isClipped) return true;
      return ink.x < 0 || ink.y < 0 || ink.x + ink.width > canvas.width || ink.y + ink.height > canvas.height;
    });
    return { check: 'text_clipped', value: cut.length, limit: 0, passed: cut.length === 0 };
  },
};
