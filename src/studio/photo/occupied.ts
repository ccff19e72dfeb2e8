import { type Box, intersection } from '../box.ts';
import type { CutOut } from './cut-out.ts';

/** Opacity from which a pixel of a cut-out counts as a part of it. Soft edges and shadows have less. */
const opaqueMin = 48;
/** Number of places along each side of an area at which a cut-out is sampled. */
const samples = 32;

/** Returns the share of an area of the canvas, 0 to 1, that is covered by a cut-out which is shown in a box. */
export function occupied({ pixels, width, height }: CutOut, shown: Box, area: Box): number {
  const common = intersection(area, shown);
  if (common.width <= 0 || common.height <= 0) return 0;
  let covered = 0;
  for (let down = 0.5; down < samples; down++) {
    const y = Math.floor(((common.y + (common.height * down) / samples - shown.y) / shown.height) * height);
    for (let across = 0.5; across < samples; across++) {
      const x = Math.floor(((common.x + (common.width * across) / samples - shown.x) / shown.width) * width);
      if ((pixels[(y * width + x) * 4 + 3] ?? 0) >= opaqueMin) covered++;
    }
  }
  return ((covered / samples ** 2) * common.width * common.height) / (area.width * area.height);
}
