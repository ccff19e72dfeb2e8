import { elementsOf } from './elements.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Distance from the edge of the canvas that stays free, in u (1 % of the short side). In a story the top 14 % and the
 * bottom 20 % stay free too.
 */
const edgeU = 3;

/**
 * Requires that text, buttons and logo stay in the safe area. The value is the largest distance, in u (1 % of the short
 * side), by which one of these elements extends beyond the safe area.
 */
export const safeArea: Rule = {
  name: 'safe_area',
  check(proof) {
    const { format } = proof;
    const edge = edgeU * format.u;
    const top = Math.max(edge, (format.zones?.top ?? 0) - 0.5 * format.u);
    const bottom = format.height - Math.max(edge, (format.zones?.bottom ?? 0) - 0.5 * format.u);
    const outside = elementsOf(proof)
      .filter(({ kind }) => kind === 'text' || kind === 'button' || kind === 'logo')
      .map(({ box }) =>
        Math.max(edge - box.x, top - box.y, box.x + box.width - (format.width - edge), box.y + box.height - bottom),
      );
    const worst = Math.max(0, ...outside) / format.u;
    return { check: 'safe_area', value: round(worst), limit: 0, passed: worst <= 0.01 };
  },
};
