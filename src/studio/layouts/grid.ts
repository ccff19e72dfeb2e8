import { allOf } from '../all-of.ts';
import type { ColorRoles } from '../brief.ts';
import { type Box, inset, intersection } from '../box.ts';
import { blend, contrastOf, luminanceOf } from '../color.ts';
import type { LayoutInput } from '../composition.ts';
import type { Row } from '../copy/lists.ts';
import { picturesWanted } from '../copy/pictures-wanted.ts';
import { cutOutOf } from '../materials.ts';
import type { OpenPicture } from '../photo/open.ts';
import { type Group, joined, type Layer } from '../scene.ts';
import { type Captions, captionsIn } from './caption.ts';
import { divisions, withWords } from './divided.ts';
import { type Ground, groundOf } from './grounds.ts';
import { emptyScene, flat, isCroppable, type Layout, madeFor, panel } from './layout.ts';
import { mediaIn } from './media.ts';
import { productIn } from './product-place.ts';
import { vanishesOn } from '../photo/outline-colors.ts';

/** Number of pictures that the direction does not have to ask for. */
const collageMin = 3;
const tilesMax = 4;

/**
 * Layout with two to four pictures side by side: products, each on a ground of its own, or photos. If the request names
 * each with its price, this stands below each.
 */
export const grid: Layout = {
  name: 'grid',
  suits: (brief, { all }) => {
    const count = all.filter(canShow).length;
    if (brief.noText || count < 2) return 0;
    return picturesWanted(brief) > 1 ? madeFor : count >= collageMin ? 0.8 : 0;
  },
  draw(input) {
    const pictures = input.all.filter(canShow).slice(0, tilesMax);
    if (input.noText || pictures.length < 2) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const scene = emptyScene('grid', input.format, flat(input.format, ground.color));
    const made = [...divisions(input, { ...sizes, ground })].flatMap(({ words, rest }) => {
      const tiles = picturesIn(input, { area: rest, pictures, ground });
      return tiles === null ? [] : [{ words, tiles }];
    });
    const [first, ...others] = made;
    if (first === undefined) return null;
    const isLarger = (a: Group, b: Group) => shownArea(a) > largerMin * shownArea(b);
    const best = others.reduce((most, next) => (isLarger(next.tiles, most.tiles) ? next : most), first);
    return withWords(joined(scene, best.tiles), [], best.words);
  },
};

/** Factor by which the pictures must be larger for a division that is less wanted. */
const largerMin = 1.3;

const sizes = { shares: [0.32, 0.38, 0.45, 0.52], storyShares: [0.42, 0.5], boost: 0.86 } as const;

const canShow = (picture: OpenPicture): boolean => cutOutOf(picture) !== null || isCroppable(picture);

interface Tiling {
  area: Box;
  pictures: readonly OpenPicture[];
  ground: Ground;
}

function picturesIn(input: LayoutInput, tiling: Tiling): Group | null {
  const rows = tiling.pictures.map(({ alt }) => input.type.details.captions.get(alt ?? ''));
  const named = rows.filter((row) => row !== undefined);
  return named.length === rows.length ? captionedTiles(input, tiling, named) : plainTiles(input, tiling);
}

function plainTiles(input: LayoutInput, { area, pictures }: Tiling): Group | null {
  const tiles = squareTiles(area, pictures.length, gapU * input.format.u);
  const layers = allOf(tiles.map((tile, at) => pictureIn(input, tile, pictures[at])));
  return layers === null ? null : { layers: layers.flat(), texts: [] };
}

function pictureIn(input: LayoutInput, tile: Box, picture: OpenPicture | undefined): Layer[] | null {
  if (picture === undefined) return null;
  const product = cutOutOf(picture);
  return mediaIn({ ...input, photo: product === null ? picture : null, product }, tile, { fit: 'small' });
}

/** Distance between two tiles with captions, in u. */
const captionedGapU = 3;

/** Sets tiles with the name and price of each below it, in the columns in which the pictures are largest. */
function captionedTiles(input: LayoutInput, { area, pictures, ground }: Tiling, rows: readonly Row[]): Group | null {
  const gap = captionedGapU * input.format.u;
  const inside = captionedArea(input, area);
  const tries = columnsFor(pictures.length).map((columns) => {
    const tiles = tilesIn(inside, { count: pictures.length, columns, gap });
    const [tile = inside] = tiles;
    return captioned(input, { tiles, pictures, ground, captions: captionsIn(input, rows, { ground, tile }) });
  });
  const whole = tries.filter((each) => each !== null);
  return whole.toSorted((a, b) => shownArea(b) - shownArea(a))[0] ?? null;
}

const shownArea = ({ layers }: Group): number =>
  layers.reduce((sum, layer) => sum + (isPicture(layer) ? layer.box.width * layer.box.height : 0), 0);

const isPicture = (layer: Layer): layer is Layer & { kind: 'photo' | 'product' } =>
  layer.kind === 'photo' || layer.kind === 'product';

interface Captioned {
  tiles: readonly Box[];
  pictures: readonly OpenPicture[];
  ground: Ground;
  captions: Captions | null;
}

function captioned(input: LayoutInput, { tiles, pictures, ground, captions }: Captioned): Group | null {
  if (captions === null) return null;
  const color = shelfFor(input, ground, pictures);
  const groups = tiles.map((tile, at): Group | null => {
    const picture = { ...tile, height: tile.height - captions.height };
    const layers = shelved(input, picture, { of: pictures[at], color });
    return layers === null ? null : { layers, texts: captions.at(at, tile).texts };
  });
  const whole = allOf(groups);
  if (whole === null) return null;
  return { layers: whole.flatMap(({ layers }) => layers), texts: whole.flatMap(({ texts }) => texts) };
}

/** Shows a product on a field of its own, as on a shelf, and a photo from edge to edge of its box. */
function shelved(
  input: LayoutInput,
  box: Box,
  { of, color }: { of: OpenPicture | undefined; color: string },
): Layer[] | null {
  const product = of === undefined ? null : cutOutOf(of);
  if (product === null) return pictureIn(input, box, of);
  const placed = productIn(product, inset(box, 2 * input.format.u), color, { standing: 0.5 });
  return placed === null ? null : [panel(box, color), placed];
}

/** Returns the colour of the fields, on which no product vanishes if there is one. */
function shelfFor({ roles, otherRoles }: LayoutInput, ground: Ground, pictures: readonly OpenPicture[]): string {
  const products = pictures.map(cutOutOf).filter((product) => product !== null);
  const usual = shelfOn(ground, roles);
  const colors = [usual, otherRoles.surface, '#ffffff'];
  return colors.find((color) => !products.some((product) => vanishesOn(product, color))) ?? usual;
}

/** Returns the colour of a field on a ground: the surface on a loud ground, else lighter, or a little darker on white. */
function shelfOn({ color, colors }: Ground, { surface }: ColorRoles): string {
  if (luminanceOf(color) < 0.4 && luminanceOf(surface) > 0.4) return surface;
  const lighter = blend(color, '#ffffff', luminanceOf(color) > 0.4 ? 0.65 : 0.16);
  return contrastOf(lighter, color) >= 1.08 ? lighter : blend(color, colors.headline, 0.06);
}

/** Returns the part of an area in which texts may stand. */
function captionedArea({ format: { safe, margin, width, height, zones } }: LayoutInput, area: Box): Box {
  const [top, bottom] = zones === null ? [margin, height - margin] : [safe.y, safe.y + safe.height];
  return intersection(area, { x: margin, y: top, width: width - 2 * margin, height: bottom - top });
}

/** Distance between two tiles, in u. */
const gapU = 1;

const columnsFor = (count: number): number[] => [1, 2, 3, 4].filter((columns) => count % columns === 0);

/** Divides an area into rows and columns of equal tiles that are nearest to squares. */
function squareTiles(area: Box, count: number, gap: number): Box[] {
  const offSquare = (columns: number) => Math.abs(Math.log(((area.width / columns) * count) / (area.height * columns)));
  const [columns = 1] = columnsFor(count).toSorted((a, b) => offSquare(a) - offSquare(b));
  return tilesIn(area, { count, columns, gap });
}

function tilesIn(area: Box, { count, columns, gap }: { count: number; columns: number; gap: number }): Box[] {
  const rows = count / columns;
  const width = (area.width - gap * (columns - 1)) / columns;
  const height = (area.height - gap * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, at) => ({
    x: area.x + (at % columns) * (width + gap),
    y: area.y + Math.floor(at / columns) * (height + gap),
    width,
    height,
  }));
}
