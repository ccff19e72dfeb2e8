import { elementsOf } from './elements.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/** Nothing that matters within 3u of the edge, or in a story's top 14 % and bottom 20 %. */
const edgeU = 3;

/** How far, in u, text, button or logo reach into what must stay free. */
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
