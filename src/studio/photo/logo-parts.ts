import { oklab, type Rgb } from '../color.ts';
import { oncePer } from '../../domain/once.ts';
import { type Box, boxOf, type Size } from '../box.ts';
import { colorDistance, distinctColors, labDistance } from './distinct-colors.ts';
import type { CutOut } from './cut-out.ts';
import { spread } from './spread.ts';

/** A connected area of one colour or one gradient in a logo, such as a letter or a leaf. Lengths are in grid cells. */
export interface LogoPart {
  color: Rgb;
  box: Box;
  area: number;
  /** Lengths of its outline on what is under the logo, by the colour of the part there. */
  outer: ReadonlyMap<Rgb, number>;
  /** Length of its outline on what is under the logo. */
  open: number;
  /** Length of its outline on other parts of clearly different colours. */
  inner: number;
}

/**
 * The visible cells of a logo by the part to which they belong. `at` is the index of the part plus 1, or 0 for none.
 */
export interface PartGrid extends Size {
  at: Uint16Array;
  parts: LogoPart[];
  /** Length of the outlines of all parts. */
  outline: number;
  /** Number of cells away from the rim at which the colour changes clearly: lines that one ink would fill. */
  lines: number;
}

/** Maximum number of cells of the grid on which a logo is divided. */
const cellsMax = 90_000;
/** OKLab distance below which two neighbouring areas are steps of one gradient. */
const gradientMax = 0.09;
/** Minimum area of a part, in cells. A smaller area is noise, and belongs to the part around it. */
const areaMin = 3;
const partsMax = 65_000;

/** Divides a logo into its parts. The answer is computed once per cut-out. */
export const partsOf = oncePer((cut: CutOut): PartGrid => {
  const picture = sampled(cut);
  const at = joinedParts(picture, connected(picture));
  return { ...measured(picture, at), lines: linesIn(picture) };
});

interface Sampled extends Size {
  /** OKLab colour of each cell, three values each. */
  lab: Float32Array;
  rgb: Uint8Array;
  /** Index of the colour of each cell plus 1, or 0 for a cell that is not visible. */
  colorAt: Uint8Array;
  colors: Rgb[];
}

/** Takes single pixels instead of means, so that no mixtures of two colours appear. */
function sampled({ pixels, ...cut }: CutOut): Sampled {
  const step = Math.max(1, Math.sqrt((cut.width * cut.height) / cellsMax));
  const [width, height] = [Math.max(1, Math.floor(cut.width / step)), Math.max(1, Math.floor(cut.height / step))];
  const cells = width * height;
  const [rgb, lab, visible] = [new Uint8Array(cells * 3), new Float32Array(cells * 3), new Uint8Array(cells)];
  for (let cell = 0; cell < cells; cell++) {
    const x = Math.min(cut.width - 1, Math.floor(((cell % width) + 0.5) * step));
    const y = Math.min(cut.height - 1, Math.floor((Math.floor(cell / width) + 0.5) * step));
    const from = (y * cut.width + x) * 4;
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(from, from + 4);
    rgb.set([red, green, blue], cell * 3);
    lab.set(oklab(red, green, blue), cell * 3);
    visible[cell] = alpha > 127 ? 1 : 0;
  }
  const { colors, colorAt } = distinctColors({ width, height, rgb, lab, visible });
  return { width, height, rgb, lab, colors, colorAt };
}

/** Numbers the connected areas of one colour, from 1. */
function connected({ width, height, colorAt }: Sampled): { at: Uint16Array; count: number } {
  const at = new Uint16Array(colorAt.length);
  const queue = new Uint32Array(colorAt.length);
  let count = 0;
  for (let start = 0; start < at.length; start++) {
    if (at[start] !== 0 || colorAt[start] === 0 || count >= partsMax) continue;
    count++;
    const number = count;
    spread(
      { width, height },
      [start],
      (cell) => {
        if (at[cell] !== 0 || colorAt[cell] !== colorAt[start]) return false;
        at[cell] = number;
        return true;
      },
      queue,
    );
  }
  return { at, count };
}

/** Joins the areas between which the colour changes gradually. */
function joinedParts(picture: Sampled, { at, count }: { at: Uint16Array; count: number }): Uint16Array {
  const parent = Uint16Array.from({ length: count + 1 }, (_, number) => number);
  const root = (number: number): number => {
    let up = number;
    while (parent[up] !== up) up = parent[up] ?? up;
    return up;
  };
  for (const { a, b, steps, sum } of bordersIn(picture, at)) if (sum / steps < gradientMax) parent[root(a)] = root(b);
  return at.map((number) => (number === 0 ? 0 : root(number)));
}

interface Border {
  a: number;
  b: number;
  steps: number;
  /** Sum of the colour differences across the border, measured two cells away from it on both sides. */
  sum: number;
}

function bordersIn({ width, height, lab }: Sampled, at: Uint16Array): Iterable<Border> {
  const borders = new Map<number, Border>();
  const meet = (cell: number, stride: number, [back, ahead]: [number, number]) => {
    const [a, b] = [at[cell] ?? 0, at[cell + stride] ?? 0];
    if (a === b || a === 0 || b === 0) return;
    const [before, after] = [cell - Math.min(2, back) * stride, cell + (1 + Math.min(2, ahead)) * stride];
    if (at[before] !== a || at[after] !== b) return;
    const key = Math.min(a, b) * 65_536 + Math.max(a, b);
    const border = borders.get(key) ?? { a, b, steps: 0, sum: 0 };
    border.steps++;
    border.sum += labDistance(lab, before, after);
    borders.set(key, border);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      if (x + 1 < width) meet(cell, 1, [x, width - x - 2]);
      if (y + 1 < height) meet(cell, width, [y, height - y - 2]);
    }
  }
  return borders.values();
}

function measured({ width, height, colors, colorAt }: Sampled, roots: Uint16Array): Omit<PartGrid, 'lines'> {
  const cellsOf = new Map<number, number[]>();
  for (const [cell, root] of roots.entries()) {
    if (root === 0) continue;
    const cells = cellsOf.get(root);
    if (cells === undefined) cellsOf.set(root, [cell]);
    else cells.push(cell);
  }
  const kept = [...cellsOf.values()].filter((cells) => cells.length >= areaMin);
  const at = new Uint16Array(roots.length);
  for (const [index, cells] of kept.entries()) for (const cell of cells) at[cell] = index + 1;
  const colorOf = (cell: number): Rgb => colors[(colorAt[cell] ?? 1) - 1] ?? [0, 0, 0];
  const parts = kept.map((cells) => partOf(cells, { width, height }, { at, colorOf }));
  return { width, height, at, parts, outline: parts.reduce((sum, part) => sum + part.open + part.inner, 0) };
}

/** Distance from the rim, in cells, within which a logo may be mixed with the ground on which it was drawn. */
const rimWidth = 2;

function linesIn({ width, height, lab, colorAt }: Sampled): number {
  const reach = [1, -1, width, -width];
  const isInner = (cell: number) => reach.every((by) => (colorAt[cell + by * rimWidth] ?? 0) !== 0);
  let lines = 0;
  for (let y = rimWidth; y < height - rimWidth; y++) {
    for (let x = rimWidth; x < width - rimWidth; x++) {
      const cell = y * width + x;
      if (colorAt[cell] === 0 || !isInner(cell)) continue;
      if ([2, 2 * width].some((by) => isInner(cell + by) && labDistance(lab, cell, cell + by) >= clearMin)) lines++;
    }
  }
  return lines;
}

function partOf(
  cells: readonly number[],
  size: Size,
  { at, colorOf }: { at: Uint16Array; colorOf: (cell: number) => Rgb },
): LogoPart {
  const { width } = size;
  const counts = new Map<Rgb, number>();
  const outer = new Map<Rgb, number>();
  let inner = 0;
  for (const cell of cells) {
    const x = cell % width;
    const color = colorOf(cell);
    count(counts, color);
    const near = [x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1, cell - width, cell + width];
    if (near.some((other) => at[other] === undefined || at[other] === 0)) count(outer, color);
    else if (near.some((other) => at[other] !== at[cell] && isClear(colorOf(other), color))) inner++;
  }
  const [color = [0, 0, 0]] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const open = [...outer.values()].reduce((sum, length) => sum + length, 0);
  return { color, box: boxOf(cells, size), area: cells.length, outer, open, inner };
}

const count = (counts: Map<Rgb, number>, color: Rgb): unknown => counts.set(color, (counts.get(color) ?? 0) + 1);

/** OKLab distance from which the edge between two colours is a line that a reader sees. */
const clearMin = 0.2;
const isClear = (one: Rgb, other: Rgb): boolean => colorDistance(one, other) >= clearMin;
