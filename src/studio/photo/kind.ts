import type { Box, Size } from '../box.ts';
import { type Line, letteringIn } from './lettering.ts';

/**
 * Kind of a picture. A `screenshot` shows a screen of software, or a diagram that looks like one. A `lettered` picture
 * is a banner, poster or chart that contains text. Pictures of these two kinds are shown completely or not at all.
 */
export type PictureKind = 'photo' | 'screenshot' | 'lettered';

/**
 * Returns the kind of a picture and boxes around the lines of text in it. Expects a copy of the picture of about 500
 * pixels a side.
 */
export function kindOf(rgb: Buffer, size: Size): { kind: PictureKind; lettering: Box[] } {
  const lines = letteringIn({ ...size, pixels: greyOf(rgb, size) });
  const lettering = lines.map(({ box }) => box);
  const own = ownLines(lines, rgb, size);
  if (isScreenshot(surfaceOf(rgb, size), { own: own.length, all: lines.length }))
    return { kind: 'screenshot', lettering };
  return { kind: isLettered(own, size) ? 'lettered' : 'photo', lettering };
}

function greyOf(rgb: Buffer, { width, height }: Size): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at++, from += 3)
    grey[at] = ((rgb[from] ?? 0) * 77 + (rgb[from + 1] ?? 0) * 151 + (rgb[from + 2] ?? 0) * 28) >> 8;
  return grey;
}

interface Surface {
  /** Part of the picture (0 to 1) in which neighbouring pixels have equal colours. */
  flat: number;
  /**
   * Part of the picture (0 to 1) in which neighbouring pixels have equal colours and this colour is one of the six most
   * frequent.
   */
  plain: number;
  /** Total length of straight vertical and horizontal edges, divided by half the perimeter of the picture. */
  straight: number;
}

/**
 * Maximum difference, per channel, between neighbouring pixels whose colours count as equal. JPEG compression can
 * change a flat colour by this much.
 */
const sameMax = 3;
const colorsCounted = 6;

function surfaceOf(rgb: Buffer, size: Size): Surface {
  const { width, height } = size;
  const counts = new Uint32Array(1 << 15);
  let flat = 0;
  for (let y = 0; y < height - 1; y++) {
    for (let at = y * width; at < y * width + width - 1; at++) {
      if (step(rgb, at, at + 1) > sameMax || step(rgb, at, at + width) > sameMax) continue;
      const key =
        (((rgb[at * 3] ?? 0) >> 3) << 10) | (((rgb[at * 3 + 1] ?? 0) >> 3) << 5) | ((rgb[at * 3 + 2] ?? 0) >> 3);
      counts[key] = (counts[key] ?? 0) + 1;
      flat++;
    }
  }
  const plain = counts
    .sort()
    .subarray(-colorsCounted)
    .reduce((sum, count) => sum + count, 0);
  const area = width * height;
  const straight = straightEdges(rgb, size, 'level') + straightEdges(rgb, size, 'upright');
  return { flat: flat / area, plain: plain / area, straight: straight / (width + height) };
}

function step(rgb: Buffer, a: number, b: number): number {
  return Math.max(
    Math.abs((rgb[a * 3] ?? 0) - (rgb[b * 3] ?? 0)),
    Math.abs((rgb[a * 3 + 1] ?? 0) - (rgb[b * 3 + 1] ?? 0)),
    Math.abs((rgb[a * 3 + 2] ?? 0) - (rgb[b * 3 + 2] ?? 0)),
  );
}

/** Minimum difference, per channel, between the pixels on the two sides of an edge. */
const edgeMin = 12;
/** Minimum length, in pixels, of an edge in a picture that counts as straight. Shorter edges are ignored. */
const runMin = 32;

/**
 * Returns the total length, in pixels, of all horizontal (`level`) or vertical (`upright`) straight edges. A horizontal
 * edge lies between two neighbouring rows. It is an unbroken run of pixels of the first row that are all lighter, or
 * all darker, than the pixels below them. A vertical edge lies between two columns in the same way.
 */
function straightEdges(rgb: Buffer, { width, height }: Size, way: 'level' | 'upright'): number {
  const [lines, along] = way === 'level' ? [height - 1, width] : [width - 1, height];
  const [next, across] = way === 'level' ? [1, width] : [width, 1];
  let total = 0;
  for (let line = 0; line < lines; line++) {
    let [run, sign] = [0, 0];
    for (let i = 0, at = line * across; i < along; i++, at += next) {
      const found = signOf(rgb, at, at + across);
      if (found === sign) run++;
      else [total, run, sign] = [total + counted(run, sign), 1, found];
    }
    total += counted(run, sign);
  }
  return total;
}

const counted = (run: number, sign: number) => (sign !== 0 && run >= runMin ? run : 0);

function signOf(rgb: Buffer, a: number, b: number): number {
  if (step(rgb, a, b) <= edgeMin) return 0;
  return (rgb[b * 3 + 1] ?? 0) >= (rgb[a * 3 + 1] ?? 0) ? 1 : -1;
}

/**
 * Minimum number of lines of text in a picture that shows a list on a screen. A product with a label has fewer lines.
 */
const rowLinesMin = 8;

/**
 * Reports whether a picture is a screenshot: a few flat colours, hardly any shading, and straight edges or lines of
 * text. A photo of a product on white is just as flat, but the product is shaded, and the text on its label does not
 * lie on the background. A picture with more lines of text than a label has shows a list.
 */
function isScreenshot({ flat, plain, straight }: Surface, lines: { own: number; all: number }): boolean {
  const shading = flat - plain;
  if (plain < 0.55 || shading > 0.055) return false;
  if (lines.all >= rowLinesMin && plain >= 0.7 && shading <= 0.03) return true;
  if (shading <= 0.004 && straight >= 1) return true;
  return straight >= 3.4 ? lines.own >= 1 : lines.own >= 4 && straight >= 0.9;
}

/**
 * Minimum part (0 to 1) of the outermost pixels of a picture that must have nearly the same tone, so that the
 * background counts as plain.
 */
const rimPartMin = 0.94;
/** Maximum difference between an outermost pixel and the median of all outermost pixels, in grey values (0 to 255). */
const rimTolerance = 5;
/**
 * Maximum difference between the background of a line of text and the median of the outermost pixels, in grey values (0
 * to 255).
 */
const groundTolerance = 12;
/**
 * Minimum grey value (0 to 255) of a light background. Products are photographed on light backgrounds; posters have any
 * background.
 */
const lightGround = 190;

/**
 * Returns the lines of text that belong to the picture itself, as on a poster, and not to an object in it. If the
 * background is plain and light, these are the lines that lie on the background. The label of a product lies on the
 * product, so it is not returned.
 */
function ownLines(lines: readonly Line[], rgb: Buffer, size: Size): readonly Line[] {
  if (lines.length === 0) return lines;
  const rim = rimOf(greyOf(rgb, size), size);
  const ground = rim[rim.length >> 1] ?? 0;
  if (ground < lightGround) return lines;
  const isPlain = rim.filter((value) => Math.abs(value - ground) <= rimTolerance).length >= rim.length * rimPartMin;
  return isPlain ? lines.filter((line) => Math.abs(line.ground - ground) <= groundTolerance) : lines;
}

function rimOf(grey: Uint8Array, { width, height }: Size): Uint8Array {
  const rows = [...grey.subarray(0, width), ...grey.subarray(width * (height - 1))];
  const columns = Array.from({ length: height }, (_, y) => [grey[y * width] ?? 0, grey[(y + 1) * width - 1] ?? 0]);
  return Uint8Array.from([...rows, ...columns.flat()]).sort();
}

/**
 * Minimum width of a single line of text, as a part (0 to 1) of the picture's width, with which the picture counts as a
 * poster or banner.
 */
const lineWidthMin = 0.28;
/**
 * Minimum part (0 to 1) of the picture that three or more lines of text must cover, so that the picture counts as a
 * poster or banner.
 */
const linesAreaMin = 0.03;
const lettersMin = 6;
/** Minimum number of lines of text in a table or list. In tests, at most six lines were found in a photo. */
const manyLines = 7;

function isLettered(all: readonly Line[], { width, height }: Size): boolean {
  if (all.length >= manyLines) return true;
  const lines = all.filter(({ letters }) => letters >= lettersMin);
  const area = lines.reduce((sum, { box }) => sum + box.width * box.height, 0) / (width * height);
  return lines.some(({ box }) => box.width >= lineWidthMin * width) || (lines.length >= 3 && area >= linesAreaMin);
}
