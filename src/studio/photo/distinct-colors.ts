import { oklab, type Rgb } from '../color.ts';
import type { Size } from '../box.ts';

interface Cells extends Size {
  rgb: Uint8Array;
  /** OKLab colour of each cell, three values each. */
  lab: Float32Array;
  /** 1 for each visible cell. */
  visible: Uint8Array;
}

/** OKLab distance within which two colours are the same colour of a logo. */
const sameColorMax = 0.1;
/** OKLab distance between neighbouring cells above which a cell lies on an edge, where two colours mix. */
const flatMax = 0.05;
/** Minimum share (0 to 1) of the visible cells that a colour must have. */
const shareMin = 0.003;
/** Maximum number of distinct colours. */
const colorsMax = 12;

/**
 * Returns the distinct colours of a picture with few colours, and for each visible cell the index of its colour plus 1.
 * The mixtures at the edges between two colours are no colours of their own.
 */
export function distinctColors(cells: Cells): { colors: Rgb[]; colorAt: Uint8Array } {
  const edges = edgesIn(cells);
  const colors = colorsOf(cells, edges);
  const labs = colors.map((color) => oklab(...color));
  const colorAt = new Uint8Array(cells.visible.length);
  for (let cell = 0; cell < colorAt.length; cell++)
    if (cells.visible[cell] === 1 && edges[cell] === 0) colorAt[cell] = nearestTo(cells.lab, cell, labs) + 1;
  settleEdges(cells, colorAt, labs);
  return { colors, colorAt };
}

export function labDistance(lab: Float32Array, a: number, b: number): number {
  const delta = (c: number) => (lab[a * 3 + c] ?? 0) - (lab[b * 3 + c] ?? 0);
  return Math.hypot(delta(0), delta(1), delta(2));
}

function edgesIn({ width, height, lab, visible }: Cells): Uint8Array {
  const edges = new Uint8Array(visible.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      if (x + 1 < width) mark(cell, cell + 1);
      if (y + 1 < height) mark(cell, cell + width);
    }
  }
  return edges;

  function mark(a: number, b: number): void {
    if (visible[a] === 0 || visible[b] === 0 || labDistance(lab, a, b) <= flatMax) return;
    edges[a] = 1;
    edges[b] = 1;
  }
}

interface Shade {
  color: Rgb;
  cells: number;
  /** Number of the cells that lie on an edge. */
  onEdge: number;
  /** Number of the cells that lie next to a cell that is not visible. */
  onRim: number;
  key: number;
  /** Keys of the shades within two cells of it. */
  near: ReadonlySet<number>;
}

/** Share (0 to 1) of its cells on edges from which a colour may be a mixture of two others. */
const mixedMin = 0.6;

/**
 * Returns the frequent shades, without those near a more frequent one and those that mix one beside them with another
 * one at an edge, or a more frequent one with a former ground at the rim.
 */
function colorsOf(cells: Cells, edges: Uint8Array): Rgb[] {
  const shades = shadesOf(cells, edges);
  const total = shades.reduce((sum, { cells: count }) => sum + count, 0);
  const frequent = shades.filter(({ cells: count }, at) => at === 0 || count >= shareMin * total).slice(0, shadesMax);
  const all = frequent.map(({ color }) => color);
  const mixes = ({ color, near }: Shade, own: readonly Shade[], others: readonly Rgb[]) =>
    own.some((a) => near.has(a.key) && others.some((b) => isBetween(color, a.color, b)));
  const isMixed = (shade: Shade, at: number) =>
    (shade.onEdge > mixedMin * shade.cells && mixes(shade, frequent, all)) ||
    (shade.onRim > mixedMin * shade.cells && mixes(shade, frequent.slice(0, at), formerGrounds));
  const found: Rgb[] = [];
  for (const [at, shade] of frequent.entries()) {
    if (found.length === colorsMax) break;
    const isNew = found.every((other) => colorDistance(other, shade.color) > sameColorMax);
    if (isNew && !isMixed(shade, at)) found.push(shade.color);
  }
  return found.length > 0 ? found : all.slice(0, 1);
}

/** Grounds with which the rim of a logo may be mixed, because it was drawn on one of them. */
const formerGrounds: readonly Rgb[] = [
  [255, 255, 255],
  [0, 0, 0],
];

/** Number of the most frequent shades that are compared. */
const shadesMax = 80;

interface Bin extends Omit<Shade, 'color' | 'near'> {
  sum: [number, number, number];
  near: Set<number>;
}

function shadesOf(cells: Cells, edges: Uint8Array): Shade[] {
  const bins = new Map<number, Bin>();
  const keyAt = keysOf(cells);
  for (const [cell, key] of keyAt.entries()) {
    if (key < 0) continue;
    const bin = bins.get(key) ?? { key, sum: [0, 0, 0], cells: 0, onEdge: 0, onRim: 0, near: new Set<number>() };
    bins.set(key, bin);
    for (const [channel, sum] of bin.sum.entries()) bin.sum[channel] = sum + (cells.rgb[cell * 3 + channel] ?? 0);
    bin.cells++;
    bin.onEdge += edges[cell] ?? 0;
    const around = keysAround(keyAt, cells, cell);
    bin.onRim += around.next.includes(-1) ? 1 : 0;
    for (const other of [...around.next, ...around.beyond]) bin.near.add(other);
  }
  return [...bins.values()]
    .sort((a, b) => b.cells - a.cells)
    .map(({ sum: [red, green, blue], ...bin }) => ({
      ...bin,
      color: [Math.round(red / bin.cells), Math.round(green / bin.cells), Math.round(blue / bin.cells)],
    }));
}

/** Returns the key of the shade of each cell; -1 for a cell that is not visible. */
const keysOf = ({ rgb, visible }: Cells): Int16Array =>
  Int16Array.from(visible, (seen, cell) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(cell * 3, cell * 3 + 3);
    return seen === 0 ? -1 : ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
  });

/** Returns the keys of the cells one and two steps away in the four directions; -1 outside. */
function keysAround(keyAt: Int16Array, { width }: Size, cell: number): { next: number[]; beyond: number[] } {
  const x = cell % width;
  const at = (by: number) => {
    const across = [x >= by ? cell - by : -1, x + by < width ? cell + by : -1];
    return [...across, cell - by * width, cell + by * width].map((other) => keyAt[other] ?? -1);
  };
  return { next: at(1), beyond: at(2) };
}

function isBetween(color: Rgb, a: Rgb, b: Rgb): boolean {
  const [toA, toB, whole] = [colorDistance(color, a), colorDistance(color, b), colorDistance(a, b)];
  return Math.min(toA, toB) > 0.06 && toA + toB < 1.06 * whole;
}

/** Returns how different two colours look, as their distance in the OKLab colour space. */
export function colorDistance(a: Rgb, b: Rgb): number {
  const [one, other] = [oklab(...a), oklab(...b)];
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

function nearestTo(
  lab: Float32Array,
  cell: number,
  labs: readonly (readonly [number, number, number])[],
  among: (index: number) => boolean = () => true,
): number {
  let [best, least] = [-1, Infinity];
  for (const [index, color] of labs.entries()) {
    if (!among(index)) continue;
    const away = Math.hypot(
      (lab[cell * 3] ?? 0) - color[0],
      (lab[cell * 3 + 1] ?? 0) - color[1],
      (lab[cell * 3 + 2] ?? 0) - color[2],
    );
    if (away < least) [best, least] = [index, away];
  }
  return best;
}

/** Gives each cell at an edge the most similar of the colours next to it, or of all colours if it has none nearby. */
function settleEdges(
  { width, height, lab, visible }: Cells,
  colorAt: Uint8Array,
  labs: readonly (readonly [number, number, number])[],
): void {
  const settled = colorAt.slice();
  for (let cell = 0; cell < colorAt.length; cell++) {
    if (visible[cell] === 0 || settled[cell] !== 0) continue;
    const near = colorsNear(settled, { width, height }, cell);
    colorAt[cell] = nearestTo(lab, cell, labs, near.size === 0 ? undefined : (index) => near.has(index)) + 1;
  }
}

function colorsNear(colorAt: Uint8Array, { width, height }: Size, cell: number): Set<number> {
  const near = new Set<number>();
  const [x, y] = [cell % width, Math.floor(cell / width)];
  const [left, right] = [Math.max(0, x - 2), Math.min(width - 1, x + 2)];
  for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row++)
    for (const color of colorAt.subarray(row * width + left, row * width + right + 1))
      if (color !== 0) near.add(color - 1);
  return near;
}
