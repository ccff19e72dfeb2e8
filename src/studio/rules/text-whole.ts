import type { Rule } from './rule.ts';

/**
 * Checks that every text is drawn completely and inside the canvas. The reported value is the number of texts that are
 * cut off or extend beyond the canvas.
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
