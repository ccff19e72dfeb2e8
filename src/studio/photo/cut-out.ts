import { spread } from './spread.ts';
import type { Box, Size } from '../box.ts';
import type { OpenPicture } from './open.ts';
import { withSoftShadow } from './soft-shadow.ts';
import { weakOutline } from './weak-outline.ts';

/**
 * An object without its background, trimmed to its visible part. `pixels` are RGBA, with colours not multiplied by
 * opacity.
 */
export interface CutOut extends Size {
  pixels: Buffer;
  /** Number of pixels of the original picture per pixel of this cut-out, along one side. */
  scale: number;
}

/**
 * Maximum difference from the background colour, summed over the three channels, of a pixel that certainly belongs to
 * the background.
 */
const groundTolerance = 26;
/**
 * Difference between an object's colour and the background colour, summed over the three channels, that is assumed as a
 * minimum when the opacity of an edge pixel is computed.
 */
const thingMin = 60;
/**
 * Minimum part (0 to 1) of the outermost pixels of a picture that must have the same colour, so that the background
 * counts as plain.
 */
const plainRimMin = 0.94;

/** Maximum share (0 to 1) of an object's outline along which the object hardly differs from the background. */
const weakOutlineMax = 0.22;

type Ground = readonly [number, number, number];

/**
 * Returns a product without its background, which must be transparent or of one plain colour. Returns null if the
 * background is neither.
 */
export function cutOut(picture: OpenPicture): CutOut | null {
  if (picture.channels === 4 && hasTransparentRim(picture)) return trimmed(picture.pixels, picture, picture.scale);
  const pixels = picture.channels === 3 ? picture.pixels : withoutAlpha(picture.pixels);
  const ground = plainGround(pixels, picture);
  const lifted = ground === null ? null : liftedFrom(pixels, picture, ground);
  const cut = lifted === null ? null : trimmed(lifted, picture, picture.scale);
  return cut !== null && isBelievable(cut, picture) ? cut : null;
}

function liftedFrom(pixels: Buffer, size: Size, ground: Ground): Buffer | null {
  const outside = surroundings(pixels, size, ground);
  return outside === null ? null : lift(pixels, size, ground, outside);
}

export function hasTransparentRim(picture: OpenPicture): boolean {
  const rim = rimOf(picture);
  const clear = rim.filter((at) => (picture.pixels[at * 4 + 3] ?? 255) < 32).length;
  return clear / rim.length > 0.5;
}

function withoutAlpha(rgba: Buffer): Buffer {
  const pixels = Buffer.alloc((rgba.length / 4) * 3);
  for (let i = 0, o = 0; i < rgba.length; i += 4, o += 3) {
    const alpha = (rgba[i + 3] ?? 255) / 255;
    for (let c = 0; c < 3; c++) pixels[o + c] = (rgba[i + c] ?? 0) * alpha + 255 * (1 - alpha);
  }
  return pixels;
}

function rimOf({ width, height }: Size): number[] {
  const rim: number[] = [];
  for (let x = 0; x < width; x++) rim.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) rim.push(y * width, y * width + width - 1);
  return rim;
}

export function plainGround(pixels: Buffer, size: Size): Ground | null {
  const rim = rimOf(size);
  const median = (channel: number) =>
    rim.map((at) => pixels[at * 3 + channel] ?? 0).sort((a, b) => a - b)[rim.length >> 1] ?? 0;
  const ground: Ground = [median(0), median(1), median(2)];
  const plain = rim.filter((at) => distance(pixels, at * 3, ground) <= groundTolerance).length;
  return plain / rim.length >= plainRimMin ? ground : null;
}

function distance(pixels: Buffer, at: number, [red, green, blue]: Ground): number {
  return (
    Math.abs((pixels[at] ?? 0) - red) + Math.abs((pixels[at + 1] ?? 0) - green) + Math.abs((pixels[at + 2] ?? 0) - blue)
  );
}

/**
 * Returns a mask of the background around an object and in its holes; null if the object hardly differs from the
 * background.
 */
function surroundings(pixels: Buffer, size: Size, ground: Ground): Uint8Array | null {
  const outside = flood(pixels, size, ground);
  const difference = (at: number) => distance(pixels, at * 3, ground);
  if (weakOutline({ size, outside, difference }) > weakOutlineMax) return null;
  return withSoftShadow({ size, pixels, ground, outside: withHoles(outside, pixels, size, ground) });
}

/**
 * Returns which pixels belong to the background. Only pixels connected with the edge of the picture do, so a white
 * label on a product stays when the background is white.
 */
function flood(pixels: Buffer, size: Size, ground: Ground): Uint8Array {
  const outside = new Uint8Array(size.width * size.height);
  spread(size, rimOf(size), (at) => {
    if (outside[at] === 1 || distance(pixels, at * 3, ground) > groundTolerance) return false;
    outside[at] = 1;
    return true;
  });
  return outside;
}

/**
 * Maximum difference from the background colour, summed over the three channels, of a pixel in a hole of an object,
 * such as the hole of a handle. Background is visible through such a hole. A white label differs more from a white
 * background, so it does not count as a hole.
 */
const holeTolerance = 9;
const holePartMin = 0.0006;
/** Maximum part (0 to 1) of the picture that a hole in an object may cover. A larger area is a label. */
const holePartMax = 0.045;

function withHoles(outside: Uint8Array, pixels: Buffer, size: Size, ground: Ground): Uint8Array {
  const seen = outside.slice();
  const take = (at: number) => {
    if (seen[at] === 1 || distance(pixels, at * 3, ground) > holeTolerance) return false;
    seen[at] = 1;
    return true;
  };
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || distance(pixels, start * 3, ground) > holeTolerance) continue;
    const hole = spread(size, [start], take);
    const part = hole.length / seen.length;
    if (part >= holePartMin && part <= holePartMax && isCutSharply(hole)) for (const at of hole) outside[at] = 1;
  }
  return outside;

  function isCutSharply(hole: Uint32Array): boolean {
    const open = new Uint8Array(outside.length);
    for (const at of hole) open[at] = 1;
    const difference = (at: number) => distance(pixels, at * 3, ground);
    return weakOutline({ size, outside: open, difference }) <= weakOutlineMax;
  }
}

/** Width, in pixels, of the soft edge of a cut-out object. The soft edge lies inside the outline of the object. */
const edgeWidth = 3;
const colorReach = 4;

/**
 * Returns the object as RGBA pixels with a soft edge. The original edge pixels are a mixture with the background and
 * would be visible as a fringe, so each gets the colour of the object next to it.
 */
function lift(pixels: Buffer, size: Size, ground: Ground, outside: Uint8Array): Buffer {
  const lifted = Buffer.alloc(size.width * size.height * 4);
  const nearOutside = dilated(outside, size.width, size.height, edgeWidth);
  const edge: number[] = [];
  for (let at = 0; at < outside.length; at++) {
    if (outside[at] === 1) continue;
    const isEdge = nearOutside[at] === 1;
    if (isEdge) edge.push(at);
    pixels.copy(lifted, at * 4, at * 3, at * 3 + 3);
    lifted[at * 4 + 3] = isEdge ? Math.round(edgeAlpha(pixels, size, ground, at) * 255) : 255;
  }
  const soft = edge.map((at) => feathered(lifted, size, at));
  for (const [i, at] of edge.entries()) {
    const within = colorWithin(pixels, size, nearOutside, at);
    if (within === null) decontaminate(lifted, at, ground);
    else lifted.set(within, at * 4);
    lifted[at * 4 + 3] = soft[i] ?? 0;
  }
  return lifted;
}

function feathered(lifted: Buffer, { width, height }: Size, at: number): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  let sum = (lifted[at * 4 + 3] ?? 0) * 3;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [nx, ny] = [x + dx, y + dy];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      sum += lifted[(ny * width + nx) * 4 + 3] ?? 0;
    }
  }
  return Math.round(255 * Math.min(1, Math.max(0, (sum / 12 / 255 - 0.18) / 0.7)));
}

function colorWithin(
  pixels: Buffer,
  { width, height }: Size,
  nearOutside: Uint8Array,
  at: number,
): [number, number, number] | null {
  const [x, y] = [at % width, Math.floor(at / width)];
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let ny = Math.max(0, y - colorReach); ny <= Math.min(height - 1, y + colorReach); ny++) {
    for (let nx = Math.max(0, x - colorReach); nx <= Math.min(width - 1, x + colorReach); nx++) {
      const near = ny * width + nx;
      if (nearOutside[near] === 1) continue;
      red += pixels[near * 3] ?? 0;
      green += pixels[near * 3 + 1] ?? 0;
      blue += pixels[near * 3 + 2] ?? 0;
      count++;
    }
  }
  return count === 0 ? null : [red / count, green / count, blue / count];
}

function decontaminate(lifted: Buffer, at: number, ground: Ground): void {
  const alpha = Math.max(0.06, (lifted[at * 4 + 3] ?? 0) / 255);
  for (let c = 0; c < 3; c++) {
    const seen = lifted[at * 4 + c] ?? 0;
    lifted[at * 4 + c] = Math.min(255, Math.max(0, (seen - (1 - alpha) * (ground[c] ?? 0)) / alpha));
  }
}

/**
 * Returns the opacity (0 to 1) of an edge pixel: the difference of its colour from the background colour, divided by
 * the largest such difference among the pixels nearby.
 */
function edgeAlpha(pixels: Buffer, { width, height }: Size, ground: Ground, at: number): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  let surest = thingMin;
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const [nx, ny] = [Math.min(width - 1, Math.max(0, x + dx)), Math.min(height - 1, Math.max(0, y + dy))];
      surest = Math.max(surest, distance(pixels, (ny * width + nx) * 3, ground));
    }
  }
  const own = distance(pixels, at * 3, ground);
  return Math.min(1, Math.max(0.06, (own - groundTolerance / 3) / (surest * 0.92 - groundTolerance / 3)));
}

function dilated(mask: Uint8Array, width: number, height: number, by: number): Uint8Array {
  let current = mask;
  for (let round = 0; round < by; round++) {
    const next = current.slice();
    for (let at = 0; at < current.length; at++) {
      if (current[at] === 0) continue;
      const x = at % width;
      if (x > 0) next[at - 1] = 1;
      if (x < width - 1) next[at + 1] = 1;
      if (at >= width) next[at - width] = 1;
      if (at < width * (height - 1)) next[at + width] = 1;
    }
    current = next;
  }
  return current;
}

/**
 * Reports whether a cut-out can be the whole object. If only a frame with holes or a few fragments remain, the
 * background was not plain, or parts of the object were taken for background.
 */
function isBelievable(cut: CutOut, whole: Size): boolean {
  let solid = 0;
  for (let i = 3; i < cut.pixels.length; i += 4) if ((cut.pixels[i] ?? 0) > 127) solid++;
  const ofBox = solid / (cut.width * cut.height);
  const ofPicture = solid / (whole.width * whole.height);
  return ofPicture > 0.015 && ofPicture < 0.93 && ofBox > 0.16;
}

export function trimmed(rgba: Buffer, size: Size, scale: number): CutOut | null {
  const box = inkBox(rgba, size);
  if (box === null) return null;
  const pixels = Buffer.alloc(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * size.width + box.x) * 4;
    rgba.copy(pixels, y * box.width * 4, from, from + box.width * 4);
  }
  return { pixels, width: box.width, height: box.height, scale };
}

export function inkBox(rgba: Buffer, { width, height }: Size): Box | null {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y++) {
    const row = y * width * 4 + 3;
    let first = 0;
    while (first < width && (rgba[row + first * 4] ?? 0) < 24) first++;
    if (first === width) continue;
    let last = width - 1;
    while ((rgba[row + last * 4] ?? 0) < 24) last--;
    left = Math.min(left, first);
    right = Math.max(right, last);
    if (top < 0) top = y;
    bottom = y;
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
