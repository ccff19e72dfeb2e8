import type { Box } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { cutOutOf } from '../materials.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Layer } from '../scene.ts';
import { divisions, withWords } from './divided.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout } from './layout.ts';
import { mediaIn } from './media.ts';

/** Number of pictures that the direction does not have to ask for. */
const collageMin = 3;
const tilesMax = 4;

/** Layout with two to four pictures side by side: products, each on a ground of its own, or photos. */
export const grid: Layout = {
  name: 'grid',
  suits: ({ noText, direction: { products = 1 } }, { all }) => {
    const count = all.filter(canShow).length;
    if (noText || count < 2) return 0;
    return products > 1 ? 2 : count >= collageMin ? 0.8 : 0;
  },
  draw(input) {
    const pictures = input.all.filter(canShow).slice(0, tilesMax);
    if (input.noText || pictures.length < 2) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.12);
    const scene = emptyScene('grid', input.format, flat(input.format, ground.color));
    for (const { words, rest } of divisions(input, { ...sizes, ground })) {
      const layers = tilesIn(input, rest, pictures);
      if (layers !== null) return withWords(scene, layers, words);
    }
    return null;
  },
};

const sizes = { shares: [0.32, 0.38, 0.45, 0.52], storyShares: [0.42, 0.5], boost: 0.86 } as const;

const canShow = (picture: OpenPicture): boolean => cutOutOf(picture) !== null || isCroppable(picture);

function tilesIn(input: LayoutInput, area: Box, pictures: readonly OpenPicture[]): Layer[] | null {
  const layers = tilesOf(area, pictures.length, input.format.u).map((tile, at) => {
    const picture = pictures[at];
    if (picture === undefined) return null;
    const product = cutOutOf(picture);
    return mediaIn({ ...input, photo: product === null ? picture : null, product }, tile);
  });
  const whole = layers.filter((each) => each !== null);
  return whole.length === layers.length ? whole.flat() : null;
}

/** Distance between two tiles, in u. */
const gapU = 1;

/** Divides an area into rows and columns of equal tiles that are nearest to squares. */
function tilesOf(area: Box, count: number, u: number): Box[] {
  const shapes = [1, 2, 3, 4].filter((columns) => count % columns === 0);
  const ratioOf = (columns: number) => area.width / columns / ((area.height * columns) / count);
  const columns = shapes.reduce((best, each) =>
    Math.abs(Math.log(ratioOf(each))) < Math.abs(Math.log(ratioOf(best))) ? each : best,
  );
  const rows = count / columns;
  const gap = gapU * u;
  const width = (area.width - gap * (columns - 1)) / columns;
  const height = (area.height - gap * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, at) => ({
    x: area.x + (at % columns) * (width + gap),
    y: area.y + Math.floor(at / columns) * (height + gap),
    width,
    height,
  }));
}
