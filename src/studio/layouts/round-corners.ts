import type { LayerOf } from '../scene.ts';
import { hiddenBy } from './hidden-by.ts';

/** Number of strips in which a round corner is measured. */
const strips = 6;

/** Returns the share of a photo's visible subject, 0 to 1, that the round corners of its box hide. */
export function cornersHide({ picture, crop, box, radius: wanted, corners = 'all' }: LayerOf<'photo'>): number {
  const radius = Math.min(wanted, box.width / 2, box.height / (corners === 'top' ? 1 : 2));
  if (radius <= 0) return 0;
  const height = radius / strips;
  const boxes = Array.from({ length: strips }, (_, at) => {
    const rest = radius - (at + 0.5) * height;
    const width = radius - Math.sqrt(radius ** 2 - rest ** 2);
    const right = box.x + box.width - width;
    const [top, foot] = [box.y + at * height, box.y + box.height - (at + 1) * height];
    return (corners === 'top' ? [top] : [top, foot]).flatMap((y) =>
      [box.x, right].map((x) => ({ x, y, width, height })),
    );
  });
  return boxes.flat().reduce((sum, each) => sum + hiddenBy(each, { photo: picture, crop, shown: box }), 0);
}
