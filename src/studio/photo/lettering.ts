import { type Box, overlap } from '../box.ts';
import { type Grey, type Patch, patchesIn } from './patches.ts';
import { summedArea } from './summed-area.ts';

export interface Line {
  box: Box;
  /** Grey value (0 to 255) of the background behind the letters. */
  ground: number;
  letters: number;
}

/**
 * Finds the lines of text in a picture. An adaptive threshold (Bradley and Roth, "Adaptive Thresholding Using the
 * Integral Image", 2007) finds patches of one tone, separately for light and dark letters and for small and large type.
 * The patches are joined to rows as by Epshtein, Ofek and Wexler ("Detecting Text in Natural Scenes with Stroke Width
 * Transform", CVPR 2010).
 */
export function letteringIn(grey: Grey): Line[] {
  const sums = summedArea(grey.pixels, grey);
  const lines = sizes.flatMap((size) =>
    [1, -1].flatMap((polarity) => {
      const reach = Math.max(3, Math.round(size.reach * grey.width));
      const patches = patchesIn(grey, thresholded(grey, sums, { reach, polarity }));
      const fits = ({ box }: Patch) => box.height >= size.heightMin && box.height <= size.heightMax * grey.height;
      return rowsOf(patches.filter((patch) => fits(patch) && isLetter(patch)));
    }),
  );
  return withoutRepeats(lines);
}

/**
 * Settings for finding small type and large type. A pixel is compared with its neighbourhood, whose radius is `reach`,
 * as a part of the picture's width. `heightMin` is the minimum height of a letter in pixels, `heightMax` the maximum
 * height as a part of the picture's height.
 */
const sizes = [
  { reach: 0.03, heightMin: 4, heightMax: 0.06 },
  { reach: 0.12, heightMin: 14, heightMax: 0.3 },
] as const;

/** Minimum difference (of grey values, 0 to 255) between a pixel of a letter and the mean of its neighbourhood. */
const stepMin = 18;

function thresholded(
  { pixels, width, height }: Grey,
  sums: Float64Array,
  { reach, polarity }: { reach: number; polarity: number },
): Uint8Array {
  const mask = new Uint8Array(width * height);
  const stride = width + 1;
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const lower = (sums[below * stride + right] ?? 0) - (sums[below * stride + left] ?? 0);
      const upper = (sums[above * stride + right] ?? 0) - (sums[above * stride + left] ?? 0);
      const mean = (lower - upper) / ((below - above) * (right - left));
      if (((pixels[y * width + x] ?? 0) - mean) * polarity > stepMin) mask[y * width + x] = 1;
    }
  }
  return mask;
}

/**
 * Height of letters, in pixels, below which the letters of a word merge when a picture is reduced. A patch may then be
 * a whole word.
 */
const wordHeightMax = 14;

function isLetter({ box, area, tone, spread, ground, groundSpread }: Patch): boolean {
  const aspect = box.width / box.height;
  const fill = area / (box.width * box.height);
  const step = Math.abs(tone - ground);
  const isShaped = aspect > 0.08 && aspect < (box.height < wordHeightMax ? 12 : 2.6) && fill > 0.18 && fill < 0.92;
  return isShaped && step > 40 && groundSpread < step * 0.34 && spread < step * 0.4;
}

function rowsOf(patches: readonly Patch[]): Line[] {
  const rows: Patch[][] = [];
  for (const patch of patches.toSorted((a, b) => a.box.x - b.box.x)) {
    const row = rows.find((each) => follows(each.at(-1), patch));
    if (row === undefined) rows.push([patch]);
    else row.push(patch);
  }
  return rows.filter(isLine).map((row) => ({
    box: around(row),
    ground: middle(row.map(({ ground }) => ground)),
    letters: lettersOf(row),
  }));
}

function follows(before: Patch | undefined, next: Patch): boolean {
  if (before === undefined) return false;
  const [a, b] = [before.box, next.box];
  const [tall, low] = [Math.max(a.height, b.height), Math.min(a.height, b.height)];
  const gap = b.x - a.x - a.width;
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const isBeside = gap <= 1.1 * tall && gap > -0.3 * low && shared >= 0.6 * low && tall <= 2.1 * low;
  return isBeside && Math.abs(before.tone - next.tone) < 34 && Math.abs(before.ground - next.ground) < 40;
}

/**
 * Reports whether a row of patches is a line of text. A patch is a connected area: a letter, or several letters that
 * touch. A line of text has at least three patches with at least four letters, and most patches stand on one baseline.
 * Rows of leaves or beans have no common baseline.
 */
function isLine(row: readonly Patch[]): boolean {
  const box = around(row);
  if (row.length < 3 || lettersOf(row) < 4 || box.width < 2.6 * box.height) return false;
  const feet = row.map((patch) => patch.box.y + patch.box.height);
  const base = middle(feet);
  const height = middle(row.map((patch) => patch.box.height));
  const standing = feet.filter((foot) => Math.abs(foot - base) <= Math.max(1, 0.16 * height)).length;
  return standing >= 0.6 * row.length;
}

function lettersOf(row: readonly Patch[]): number {
  const wide = ({ box }: Patch) => (box.height < wordHeightMax ? box.width / box.height : 1);
  return row.reduce((count, patch) => count + Math.max(1, wide(patch)), 0);
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function around(row: readonly Patch[]): Box {
  const x = Math.min(...row.map(({ box }) => box.x));
  const y = Math.min(...row.map(({ box }) => box.y));
  const right = Math.max(...row.map(({ box }) => box.x + box.width));
  const bottom = Math.max(...row.map(({ box }) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Returns each line of text only once. The same line of text may be found as small type, as large type, and by the
 * holes in its letters, which have the tone of the background.
 */
function withoutRepeats(lines: readonly Line[]): Line[] {
  const kept: Line[] = [];
  for (const line of lines.toSorted((a, b) => areaOf(b) - areaOf(a)))
    if (kept.every((each) => overlap(each.box, line.box) < 0.5 * areaOf(line))) kept.push(line);
  return kept;
}

const areaOf = ({ box }: Line) => box.width * box.height;
