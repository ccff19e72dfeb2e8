import type { Canvas } from '../canvas/canvas.ts';
import type { Rgb } from '../color.ts';
import { faintShare, isShown } from '../photo/logo.ts';
import { type PartGrid, partsOf } from '../photo/logo-parts.ts';
import { standsOut } from '../photo/stands-out.ts';
import type { Box } from '../box.ts';
import { atMost } from './limits.ts';
import type { Rule } from './rule.ts';
import { round } from './text-contrast.ts';

/**
 * Maximum share (0 to 1) of the outlines in a logo that belongs to parts that do not show, besides those that show
 * nowhere.
 */
const hiddenMax = 0.25;
/** Share of the wanted contrast that a thin line keeps when its edges are smoothed. */
const smoothing = 0.6;

/** Checks that every part of the logo shows: on the finished pixels, its outline contrasts with what is beside it. */
export const logoParts: Rule = ({ scene, canvas }) => {
  const logo = scene.layers.find((layer) => layer.kind === 'logo');
  if (logo === undefined) return null;
  return atMost(
    'logo_parts',
    round(Math.max(0, hiddenOn(canvas, logo.box, partsOf(logo.logo)) - faintShare(logo.logo))),
    hiddenMax,
  );
};

function hiddenOn(canvas: Canvas, box: Box, grid: PartGrid): number {
  const seen = seenCells(canvas, box, grid);
  const hidden = grid.parts.filter((part, index) => !isShown(grid, part, seen[index] ?? 0));
  return hidden.reduce((sum, { open, inner }) => sum + open + inner, 0) / Math.max(1, grid.outline);
}

/** Counts, for each part, the cells of its outer outline that contrast with the pixels beside the logo. */
function seenCells(canvas: Canvas, box: Box, grid: PartGrid): Uint32Array {
  const seen = new Uint32Array(grid.parts.length);
  const { width, at } = grid;
  for (let cell = 0; cell < at.length; cell++) {
    const part = at[cell] ?? 0;
    if (part === 0) continue;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const isOpen = ([dx, dy]: Step) => partAt(grid, x + dx, y + dy) === 0;
    const out = steps.find(isOpen);
    if (out !== undefined && stands(canvas, box, { grid, x, y, out, part })) seen[part - 1] = (seen[part - 1] ?? 0) + 1;
  }
  return seen;
}

type Step = readonly [dx: number, dy: number];
const steps: readonly Step[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];

function partAt({ width, height, at }: PartGrid, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : (at[Math.round(y) * width + Math.round(x)] ?? 0);
}

interface Edge {
  grid: PartGrid;
  x: number;
  y: number;
  /** Direction from the cell out of the logo. */
  out: Step;
  part: number;
}

/** Distances from the outline, in pixels of the ad, at which its two sides are measured. */
const inside = [0, 1, 2] as const;
const outside = [2.2, 1.4] as const;

function stands(canvas: Canvas, box: Box, { grid, x, y, out: [dx, dy], part }: Edge): boolean {
  const cellsPerPixel = grid.width / box.width;
  const colorFrom = (pixels: number): Rgb => {
    const px = box.x + (x + 0.5) / cellsPerPixel + dx * pixels;
    const py = box.y + ((y + 0.5) * box.height) / grid.height + dy * pixels;
    const within = (value: number, size: number) => Math.min(size - 1, Math.max(0, Math.floor(value)));
    const from = (within(py, canvas.height) * canvas.width + within(px, canvas.width)) * 3;
    return [canvas.pixels[from] ?? 0, canvas.pixels[from + 1] ?? 0, canvas.pixels[from + 2] ?? 0];
  };
  const partFrom = (pixels: number) => partAt(grid, x + dx * pixels * cellsPerPixel, y + dy * pixels * cellsPerPixel);
  const ground = colorFrom(outside.find((pixels) => partFrom(pixels) === 0) ?? 1);
  return inside
    .filter((pixels) => pixels === 0 || partFrom(-pixels) === part)
    .some((pixels) => standsOut(colorFrom(-pixels), ground, smoothing));
}
