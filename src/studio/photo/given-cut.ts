import { boxOf, type Box, type Size } from '../box.ts';
import { spread } from './spread.ts';

/** Opacity, 0 to 255, from which a pixel is visible, and from which it is solid. */
const [visibleMin, solidMin] = [24, 230];
/** Part (0 to 1) of the largest piece of a cut-out up to which another piece is dust, or a scrap if it is a line. */
const [scrapMax, lineMax] = [0.0001, 0.05];
/** Part (0 to 1) of its box that a line covers, such as the rim of a picture that was left behind. */
const lineFillMax = 0.03;
/** Distance, in pixels, from the outline of the inner colour with which an outline is compared. */
const innerDistance = 5;
/** Grey value, 0 to 255, from which a colour is pale. */
const paleMin = 190;
/** Maximum share (0 to 1) of an outline that fades out in a pale colour. With more, it is a glow around the object. */
const glowMax = 0.6;
/** Difference in grey values, 0 to 255, of an outline that is paler than the object, and their maximum share. */
const [fringeStep, fringeMax] = [30, 0.3];
/** Maximum share (0 to 1) of an outline without a soft edge. */
const hardMax = 0.5;

/**
 * Returns the object in a file with a transparent ground: without scraps and without a pale fringe. Returns null if it
 * fades out in a pale glow, which would be a stain on another ground.
 */
export function givenCut(rgba: Buffer, size: Size): Buffer | null {
  const cut = withoutScraps(rgba, size);
  const { pale, glow, hard } = outlineOf(cut, size);
  if (glow > glowMax) return null;
  return pale > fringeMax || hard > hardMax ? withCleanEdge(cut, size) : cut;
}

function withoutScraps(rgba: Buffer, size: Size): Buffer {
  const area = size.width * size.height;
  const left = new Uint8Array(area);
  for (let at = 0; at < area; at++) left[at] = (rgba[at * 4 + 3] ?? 0) >= visibleMin ? 1 : 0;
  const queue = new Uint32Array(area);
  const take = (at: number) => {
    if (left[at] === 0) return false;
    left[at] = 0;
    return true;
  };
  const pieces: Uint32Array[] = [];
  for (let start = 0; start < area; start++)
    if (left[start] === 1) pieces.push(spread(size, [start], take, queue).slice());
  const largest = pieces.reduce((most, piece) => Math.max(most, piece.length), 0);
  const made = Buffer.from(rgba);
  for (const piece of pieces) if (isScrap(piece, largest, size)) for (const at of piece) made[at * 4 + 3] = 0;
  return made;
}

function isScrap(piece: Uint32Array, largest: number, size: Size): boolean {
  if (piece.length <= scrapMax * largest) return true;
  if (piece.length > lineMax * largest) return false;
  const box: Box = boxOf(piece, size);
  return piece.length < lineFillMax * box.width * box.height;
}

/** Shares (0 to 1) of an outline: paler than the object, fading out in a pale colour, and without a soft edge. */
interface Outline {
  pale: number;
  glow: number;
  hard: number;
}

function outlineOf(rgba: Buffer, { width, height }: Size): Outline {
  let [all, within, pale, glow, hard] = [0, 0, 0, 0, 0];
  const opacity = (at: number) => rgba[at * 4 + 3] ?? 0;
  const measure = (at: number, inward: number): void => {
    all++;
    if (opacity(at) >= solidMin) hard++;
    const inner = at + innerDistance * inward;
    if (opacity(inner) >= solidMin) {
      within++;
      const palest = Math.max(greyOf(rgba, at), greyOf(rgba, at + inward), greyOf(rgba, at + 2 * inward));
      if (palest - greyOf(rgba, inner) > fringeStep) pale++;
    } else if (greyOf(rgba, inner) >= paleMin) glow++;
  };
  const isClear = (at: number) => opacity(at) < visibleMin;
  const inwardFrom = (at: number): number => {
    if (isClear(at - 1)) return 1;
    if (isClear(at + 1)) return -1;
    if (isClear(at - width)) return width;
    return isClear(at + width) ? -width : 0;
  };
  for (let y = innerDistance; y < height - innerDistance; y++)
    for (let x = innerDistance; x < width - innerDistance; x++) {
      const at = y * width + x;
      if (opacity(at) < visibleMin) continue;
      const inward = inwardFrom(at);
      if (inward !== 0) measure(at, inward);
    }
  return { pale: pale / Math.max(1, within), glow: glow / Math.max(1, all), hard: hard / Math.max(1, all) };
}

const greyOf = (rgba: Buffer, at: number): number =>
  ((rgba[at * 4] ?? 0) * 77 + (rgba[at * 4 + 1] ?? 0) * 151 + (rgba[at * 4 + 2] ?? 0) * 28) >> 8;

/** Width, in pixels, of the edge that gets the colours of the object within, and the distance of these colours. */
const [edgeWidth, colorReach] = [3, 5];

/** Makes the edge a pixel narrower and soft, and gives it the colours of the object within. */
function withCleanEdge(rgba: Buffer, size: Size): Buffer {
  const made = Buffer.from(rgba);
  const depths = depthsOf(rgba, size);
  const narrow = Uint8Array.from(depths, (depth, at) => (depth <= 1 ? 0 : (rgba[at * 4 + 3] ?? 0)));
  for (let at = 0; at < depths.length; at++) {
    const depth = depths[at] ?? 0;
    if (depth === 0 || depth > edgeWidth + 1) continue;
    made[at * 4 + 3] = meanAround(narrow, size, at);
    const color = colorWithin({ rgba, size, depths }, at);
    if (color !== null) made.set(color, at * 4);
  }
  return made;
}

/** Returns the distance of each visible pixel to the nearest clear one, up to `edgeWidth` plus 2. */
function depthsOf(rgba: Buffer, { width, height }: Size): Uint8Array {
  const deepest = edgeWidth + 2;
  const depths = new Uint8Array(width * height);
  for (let at = 0; at < depths.length; at++) depths[at] = (rgba[at * 4 + 3] ?? 0) >= visibleMin ? deepest : 0;
  for (let depth = 1; depth < deepest; depth++)
    for (let at = 0; at < depths.length; at++)
      if (depths[at] === deepest && isBeside(depths, { width, at }, depth - 1)) depths[at] = depth;
  return depths;
}

/** Reports whether a pixel has a neighbour of a depth. What is outside of the picture has none. */
function isBeside(depths: Uint8Array, { width, at }: { width: number; at: number }, depth: number): boolean {
  const x = at % width;
  if (x > 0 && depths[at - 1] === depth) return true;
  if (x < width - 1 && depths[at + 1] === depth) return true;
  return depths[at - width] === depth || depths[at + width] === depth;
}

function meanAround(values: Uint8Array, { width, height }: Size, at: number): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  let [sum, count] = [0, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++, count++)
      sum += values[row * width + column] ?? 0;
  return Math.round(sum / count);
}

interface Edge {
  rgba: Buffer;
  size: Size;
  depths: Uint8Array;
}

function colorWithin({ rgba, size: { width, height }, depths }: Edge, at: number): [number, number, number] | null {
  const [x, y] = [at % width, Math.floor(at / width)];
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let row = Math.max(0, y - colorReach); row <= Math.min(height - 1, y + colorReach); row++)
    for (let column = Math.max(0, x - colorReach); column <= Math.min(width - 1, x + colorReach); column++) {
      const near = row * width + column;
      if ((depths[near] ?? 0) <= edgeWidth + 1) continue;
      red += rgba[near * 4] ?? 0;
      green += rgba[near * 4 + 1] ?? 0;
      blue += rgba[near * 4 + 2] ?? 0;
      count++;
    }
  return count === 0 ? null : [red / count, green / count, blue / count];
}
