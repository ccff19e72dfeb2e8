import { atMost } from './limits.ts';
import type { Rule } from './rule.ts';

/**
 * Checks that every text is drawn completely and inside the canvas. The reported value is the number of texts that are
 * cut off or extend beyond the canvas.
 */
export const textWhole: Rule = ({ texts, canvas }) => {
  if (texts.length === 0) return null;
  const cut = texts.filter(({ ink, isClipped }) => {
    if (ink === null || isClipped) return true;
    return ink.x < 0 || ink.y < 0 || ink.x + ink.width > canvas.width || ink.y + ink.height > canvas.height;
  });
  return atMost('text_clipped', cut.length, 0);
};
