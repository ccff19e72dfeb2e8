import type { Box } from '../box.ts';
import type { Format } from '../format.ts';
import { elementsOf } from './elements.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Minimum distance of texts, buttons and logo from the edges of the canvas, in u (1 % of the canvas's short side). In a
 * story (a full-screen ad on a phone), the top 14 % and the bottom 20 % of the height must stay free too.
 */
const edgeU = 3;

/** Returns the area of the canvas that texts, buttons and logo must not leave. */
export function safeBox({ width, height, u, zones }: Format): Box {
  const edge = edgeU * u;
  const top = Math.max(edge, (zones?.top ?? 0) - 0.5 * u);
  const bottom = height - Math.max(edge, (zones?.bottom ?? 0) - 0.5 * u);
  return { x: edge, y: top, width: width - 2 * edge, height: bottom - top };
}

/**
 * Checks that texts, buttons and logo stay inside the safe area of the canvas. The reported value is the largest
 * distance by which one of these elements extends beyond the safe area, in u (1 % of the canvas's short side).
 */
export const safeArea: Rule = (proof) => {
  const { format } = proof;
  const safe = safeBox(format);
  const [right, bottom] = [safe.x + safe.width, safe.y + safe.height];
  const outside = elementsOf(proof)
    .filter(({ kind }) => kind === 'text' || kind === 'button' || kind === 'logo')
    .map(({ box }) => Math.max(safe.x - box.x, safe.y - box.y, box.x + box.width - right, box.y + box.height - bottom));
  const worst = Math.max(0, ...outside) / format.u;
  return { check: 'safe_area', value: round(worst), limit: 0, passed: worst <= 0.01 };
};
