import { oncePer } from '../../domain/once.ts';
import { rgb, type Rgb } from '../color.ts';
import type { CutOut } from './cut-out.ts';
import { colorDistance } from './distinct-colors.ts';

/** Number of places at which an outline is measured. */
const placesMax = 400;
/** Distance, as a share of the longer side, from the outline to the colours that are seen along it. */
const depthShare = 0.012;

/** Returns the colours of an object along its outline, just within its edge. */
const outlineColors = oncePer(({ pixels, width, height }: CutOut): Rgb[] => {
  const depth = Math.max(2, Math.round(depthShare * Math.max(width, height)));
  const isSolid = (at: number) => (pixels[at * 4 + 3] ?? 0) > 200;
  const colors: Rgb[] = [];
  const step = Math.max(1, Math.round((height * 2) / placesMax));
  const add = (at: number | undefined, inward: number) => {
    const inner = (at ?? -1) + depth * inward;
    if (at === undefined || !isSolid(inner)) return;
    colors.push([pixels[inner * 4] ?? 0, pixels[inner * 4 + 1] ?? 0, pixels[inner * 4 + 2] ?? 0]);
  };
  for (let y = depth; y < height - depth; y += step) {
    const row = Array.from({ length: width }, (_, x) => y * width + x);
    add(row.find(isSolid), 1);
    add(row.findLast(isSolid), -1);
  }
  return colors;
});

/** OKLab distance from a ground below which a colour can hardly be told from it. */
const alikeMax = 0.06;
/** Maximum share (0 to 1) of an outline that cannot be told from the ground. */
const lostMax = 0.4;

/** Reports whether an object can hardly be told from a ground, such as a white bottle from white. */
export function vanishesOn(cutOut: CutOut, ground: string): boolean {
  if (cutOut.ownGround !== undefined) return false;
  const [colors, under] = [outlineColors(cutOut), rgb(ground)];
  return colors.filter((color) => colorDistance(color, under) < alikeMax).length > lostMax * colors.length;
}
