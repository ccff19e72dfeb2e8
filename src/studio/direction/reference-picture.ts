import type { ReferencePicture } from '../../schema/direction.ts';
import { distance, hexOf, type Lch } from '../brand-kit/color.ts';
import { lchPixels } from './lch-pixels.ts';

/** Side in pixels of the copy that is measured, and number of cells along it. */
const side = 64;
const cells = 16;
/** Maximum distance in OKLab of two pixels of the same colour. */
const sameColor = 0.07;
/** Maximum number of main colours, and the share of the pixels that each has at least. */
const paletteMax = 5;
const shareMin = 0.03;

interface Cluster {
  color: Lch;
  count: number;
}

/** Reads ground, main colours and composition of a picture that serves as a model. */
export async function analyseReference(bytes: Buffer): Promise<ReferencePicture> {
  const pixels = await lchPixels(bytes, side);
  const clusters = clustersOf(pixels);
  const { color: ground, isPlain } = groundOf(pixels, clusters);
  return {
    ground: ground.l < 0.55 ? 'dark' : 'light',
    palette: [ground, ...clusters.map(({ color }) => color).filter((color) => color !== ground)]
      .slice(0, paletteMax)
      .map((color) => ({ hex: hexOf(color), share: shareOf(clusters, color) })),
    composition: isPlain ? compositionOf(pixels, ground) : { place: 'full', empty: 0 },
  };
}

const shareOf = (clusters: readonly Cluster[], color: Lch): number =>
  Math.round(((clusters.find((each) => each.color === color)?.count ?? 0) / (side * side)) * 100) / 100;

/** Groups pixels of nearly the same colour, the largest group first. Small groups are left out. */
function clustersOf(pixels: readonly Lch[]): Cluster[] {
  const clusters: Cluster[] = [];
  for (const pixel of pixels) {
    const near = clusters.find(({ color }) => distance(color, pixel) <= sameColor);
    if (near === undefined) clusters.push({ color: pixel, count: 1 });
    else near.count += 1;
  }
  const sorted = clusters.toSorted((a, b) => b.count - a.count);
  return sorted.filter(({ count }, at) => at === 0 || count >= shareMin * pixels.length);
}

/** Minimum share of the pixels along the edge that have the colour of a plain ground. */
const edgeShareMin = 0.45;

interface Ground {
  color: Lch;
  isPlain: boolean;
}

/** Returns the colour that most pixels along the edge have. If it is not plain, a photo fills the picture. */
function groundOf(pixels: readonly Lch[], clusters: readonly Cluster[]): Ground {
  const edge = pixels.filter((_, at) => isEdge(at % side) || isEdge(Math.floor(at / side)));
  const votes = clusters.map(({ color }) => ({
    color,
    count: edge.filter((pixel) => distance(pixel, color) <= sameColor).length,
  }));
  const [most] = votes.toSorted((a, b) => b.count - a.count);
  const color = most?.color ?? { l: 1, c: 0, h: 0 };
  return { color, isPlain: (most?.count ?? 0) >= edgeShareMin * edge.length };
}

const isEdge = (place: number): boolean => place < 2 || place >= side - 2;

/** Share of a cell's pixels from which on the cell has details. */
const detailShare = 0.25;
/** Share of all cells from which on the details fill the picture, and share on one side that counts as that side. */
const fullShare = 0.72;
const sideShare = 0.72;

function compositionOf(pixels: readonly Lch[], ground: Lch): ReferencePicture['composition'] {
  const size = side / cells;
  const counts = Array.from({ length: cells * cells }, () => 0);
  pixels.forEach((pixel, at) => {
    if (distance(pixel, ground) <= sameColor * 1.5) return;
    const cell = Math.floor(Math.floor(at / side) / size) * cells + Math.floor((at % side) / size);
    counts[cell] = (counts[cell] ?? 0) + 1;
  });
  const full = counts.flatMap((count, cell) => (count >= detailShare * size * size ? [cell] : []));
  return { place: placeOf(full), empty: Math.round((1 - full.length / counts.length) * 100) / 100 };
}

function placeOf(full: readonly number[]): ReferencePicture['composition']['place'] {
  const total = full.length;
  if (total < 3) return 'none';
  if (total >= fullShare * cells * cells) return 'full';
  const share = (isInside: (cell: number) => boolean): number => full.filter(isInside).length / total;
  const column = (cell: number): number => cell % cells;
  const row = (cell: number): number => Math.floor(cell / cells);
  const sides = [
    { place: 'left' as const, share: share((cell) => column(cell) < cells / 2) },
    { place: 'right' as const, share: share((cell) => column(cell) >= cells / 2) },
    { place: 'top' as const, share: share((cell) => row(cell) < cells / 2) },
    { place: 'bottom' as const, share: share((cell) => row(cell) >= cells / 2) },
  ];
  const [best] = sides.toSorted((a, b) => b.share - a.share);
  return best !== undefined && best.share >= sideShare ? best.place : 'centre';
}
