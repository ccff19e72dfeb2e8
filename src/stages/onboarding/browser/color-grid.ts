import type { PageFacts, PaintedPicture } from './facts.ts';

/** Side length, in pixels, of the square cells into which a screenshot is divided. */
const cellPx = 16;
/**
 * Maximum difference, per channel (0 to 255), between the sampled pixels of a cell that counts as a cell of one colour.
 */
const flatMax = 6;

export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  /** Number of bytes of one pixel: 3 or 4. */
  channels: number;
}

export interface ColorGrid {
  /** Number of cells by their colour, as `#rrggbb`. Cells in pictures and cells of several colours are not counted. */
  cells: Map<string, number>;
  /** Sum of all numbers in `cells`. */
  plain: number;
  /** Share (0 to 1) of the first screen (the part of a page that is visible without scrolling) that pictures cover. */
  pictureShare: number;
}

type Rgb = readonly [number, number, number];

function pixelAt({ data, width, channels }: Pixels, x: number, y: number): Rgb {
  const at = (y * width + x) * channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/**
 * Returns the colour of a cell; undefined if five sampled pixels of the cell differ in colour. The strokes of small
 * letters and the lines of borders are thinner than the distance between the samples, so they never pass for the colour
 * of a cell.
 */
function plainColor(pixels: Pixels, left: number, top: number): string | undefined {
  const last = cellPx - 2;
  const samples = [pixelAt(pixels, left + 1, top + 1)];
  for (const [x, y] of [
    [last, 1],
    [1, last],
    [last, last],
    [cellPx / 2, cellPx / 2],
  ] as const)
    samples.push(pixelAt(pixels, left + x, top + y));
  const [first] = samples;
  if (first === undefined) return undefined;
  const isPlain = samples.every((sample) =>
    sample.every((value, channel) => Math.abs(value - (first[channel] ?? 0)) <= flatMax),
  );
  return isPlain ? `#${Buffer.from(first).toString('hex')}` : undefined;
}

function isInside({ x, y, width, height }: PaintedPicture, left: number, top: number): boolean {
  return left >= x && left <= x + width && top >= y && top <= y + height;
}

/**
 * Counts how many cells of a screenshot have each colour. The screenshot shows the first screen of a page; cells in
 * pictures are not counted.
 */
export function colorGrid(pixels: Pixels, facts: Pick<PageFacts, 'pictures'>): ColorGrid {
  const pictures = facts.pictures.filter(({ kind, width, height }) => kind !== 'svg' && width * height >= 4_000);
  const cells = new Map<string, number>();
  let [plain, covered, all] = [0, 0, 0];
  for (let top = 0; top + cellPx <= pixels.height; top += cellPx)
    for (let left = 0; left + cellPx <= pixels.width; left += cellPx) {
      all += 1;
      if (pictures.some((picture) => isInside(picture, left + cellPx / 2, top + cellPx / 2))) {
        covered += 1;
        continue;
      }
      const hex = plainColor(pixels, left, top);
      if (hex === undefined) continue;
      plain += 1;
      cells.set(hex, (cells.get(hex) ?? 0) + 1);
    }
  return { cells, plain, pictureShare: all === 0 ? 0 : covered / all };
}
