import type { Details } from '../copy/details.ts';
import { detailsOf } from '../copy/details.ts';
import type { StackList } from '../text/stack.ts';
import { bestDivision } from './divided.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout, madeFor } from './layout.ts';
import { allFits, hasMedia } from './media.ts';

const factsMin = 2;
const factsMax = 3;

/** Layout with the picture and two or three facts from the request or the page, each with a small mark. */
export const benefits: Layout = {
  name: 'benefits',
  suits: (brief, { photo, product }) => {
    if (brief.noText || (product === null && !isCroppable(photo))) return 0;
    const list = factList(detailsOf(brief));
    if (list === null) return 0;
    if (list.role !== 'detail') return madeFor;
    return brief.copy.subheadline === '' ? 0.75 * madeFor : 0.5;
  },
  draw(input) {
    const list = factList(input.type.details);
    if (input.noText || list === null || !hasMedia(input)) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('benefits', input.format, flat(input.format, ground.color));
    return bestDivision(input, scene, { ...sizes, fits: allFits, ground, list });
  },
};

/** Returns the facts of an ad: a list without prices in its copy, else those of its description. */
function factList({ list, facts }: Details): StackList | null {
  const given = list !== null && list.rows.every(({ value }) => value === '') ? list : null;
  if (given !== null && given.rows.length <= factsMax + 1) return { ...given, style: 'marks', sizeMax: 4.6 };
  const rows = facts.slice(0, factsMax).map((label) => ({ label, value: '' }));
  return list !== null || rows.length < factsMin ? null : { role: 'detail', rows, style: 'marks', sizeMax: 4.6 };
}

const sizes = { shares: [0.44, 0.5, 0.4, 0.56], storyShares: [0.56, 0.64, 0.72, 0.5], boost: 0.94 } as const;
