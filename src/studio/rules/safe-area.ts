import { elementsOf } from './elements.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Minimum distance of texts, buttons and logo from the edges of the canvas, in u (1 % of the canvas's short side). In a
 * story (a full-screen ad on a phone), the top 14 % and the bottom 20 % of the height must stay free too.
 */
const edgeU = 3;

/**
 * Checks that texts, buttons and logo stay inside the safe area of the canvas. The reported value is the largest
 * distance by which one of these elements extends beyond the safe area, in u (1 % of the canvas's short side).
 */
export const safeArea: Rule = (proof) => {
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
};
