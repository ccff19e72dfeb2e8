import type { Size } from '../../studio/box.ts';

/**
 * Returns the faults of a picture of RGB pixels that no photo and no painting has: a single colour, bands at an edge, and
 * blocks of noise.
 */
export function brokenAreas(rgb: Uint8Array, size: Size): string[] {
  const grey = greyOf(rgb, size);
  return [
    ...(isFlat(grey) ? ['the picture is a field of one colour'] : []),
    ...(hasBand(rgb, size) ? ['the picture has an empty band at an edge'] : []),
    ...(noiseShare(grey, size) > noiseMax ? ['the picture has areas of noise'] : []),
  ];
}

function greyOf(rgb: Uint8Array, { width, height }: Size): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at++, from += 3)
    grey[at] = ((rgb[from] ?? 0) * 77 + (rgb[from + 1] ?? 0) * 151 + (rgb[from + 2] ?? 0) * 28) >> 8;
  return grey;
}

/** Standard deviation of the grey values, 0 to 255, below which a picture shows nothing. 63 photos have 15 and more. */
const flatMax = 3;

function isFlat(grey: Uint8Array): boolean {
  let [sum, squares] = [0, 0];
  for (const value of grey) [sum, squares] = [sum + value, squares + value * value];
  const mean = sum / grey.length;
  return Math.sqrt(Math.max(0, squares / grey.length - mean * mean)) < flatMax;
}

/** Minimum height of a band, as a share of the picture. */
const bandMin = 0.03;
/** Maximum difference of the pixels of a band from its colour, 0 to 255. Compression changes flat colours by this much. */
const bandTolerance = 4;
/** Minimum difference at the end of a band, and the share (0 to 1) of the pixels along it that have it. */
const [bandStep, bandStepShare] = [14, 0.6];
/** Number of rows after a band that compression mixes with it: a row of blocks of a JPEG, and their ringing. */
const mixedRows = 18;

/** Reports whether the picture ends in a band of a colour in which decoders and models leave empty areas. */
function hasBand(rgb: Uint8Array, { width, height }: Size): boolean {
  const pixel = (at: number): Color => [rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0];
  const rows = { lines: height, along: width, at: (line: number, i: number) => pixel(line * width + i) };
  const columns = { lines: width, along: height, at: (line: number, i: number) => pixel(i * width + line) };
  return [rows, columns].some((lines) => isBanded(lines) || isBanded(reversed(lines)));
}

type Color = readonly [red: number, green: number, blue: number];

interface Lines {
  lines: number;
  along: number;
  at: (line: number, i: number) => Color;
}

const reversed = ({ lines, along, at }: Lines): Lines => ({
  lines,
  along,
  at: (line, i) => at(lines - 1 - line, i),
});

function isBanded({ lines, along, at }: Lines): boolean {
  const color = at(0, along >> 1);
  if (!isEmptyColor(color)) return false;
  const isOf = (line: number): boolean => {
    for (let i = 0; i < along; i++) if (difference(at(line, i), color) > bandTolerance) return false;
    return true;
  };
  let band = 0;
  while (band < lines && isOf(band)) band++;
  if (band < bandMin * lines || band === lines) return false;
  let stepped = 0;
  const after = Math.min(lines - 1, band + mixedRows);
  for (let i = 0; i < along; i++) if (difference(at(after, i), color) > bandStep) stepped++;
  return stepped > bandStepShare * along;
}

const difference = (a: Color, b: Color): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));

/** Black, white, the middle grey of missing blocks of a JPEG, the green of missing blocks of a film, and magenta. */
const emptyColors: readonly Color[] = [
  [0, 0, 0],
  [255, 255, 255],
  [128, 128, 128],
  [0, 135, 0],
  [0, 255, 0],
  [255, 0, 255],
];

const isEmptyColor = (color: Color): boolean => emptyColors.some((empty) => difference(color, empty) <= 12);

/** Side in pixels of the blocks in which noise is searched. */
const blockSide = 24;
/** Minimum standard deviation of the grey values of a block of noise, 0 to 255. */
const noiseSpread = 22;
/** Correlation of neighbouring pixels below which a block is noise. */
const correlationMax = 0.3;
/**
 * Maximum share (0 to 1) of the blocks that may be noise. Of 63 photos, the largest share is 0.003 in full size, and 0.009
 * in copies of 512 pixels.
 */
const noiseMax = 0.02;

function noiseShare(grey: Uint8Array, { width, height }: Size): number {
  let [noisy, all] = [0, 0];
  for (let y = 0; y + blockSide < height; y += blockSide)
    for (let x = 0; x + blockSide < width; x += blockSide, all++) if (isNoise(grey, width, y * width + x)) noisy++;
  return noisy / Math.max(1, all);
}

function isNoise(grey: Uint8Array, width: number, start: number): boolean {
  const count = blockSide * blockSide;
  let [sum, squares] = [0, 0];
  for (let row = 0; row < blockSide; row++)
    for (let at = start + row * width; at < start + row * width + blockSide; at++) {
      const value = grey[at] ?? 0;
      [sum, squares] = [sum + value, squares + value * value];
    }
  const mean = sum / count;
  const variance = squares / count - mean * mean;
  if (variance < noiseSpread * noiseSpread) return false;
  let [beside, below] = [0, 0];
  for (let row = 0; row < blockSide; row++)
    for (let at = start + row * width; at < start + row * width + blockSide; at++) {
      const value = (grey[at] ?? 0) - mean;
      beside += value * ((grey[at + 1] ?? 0) - mean);
      below += value * ((grey[at + width] ?? 0) - mean);
    }
  return Math.max(beside, below) / count < correlationMax * variance;
}
