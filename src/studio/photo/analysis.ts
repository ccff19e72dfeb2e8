import sharp from 'sharp';
import { luminance } from '../color.ts';
import { type Box, type Size, partOf } from '../box.ts';
import type { Mask } from '../../cutout/port.ts';
import { kindOf, type PictureKind } from './kind.ts';
import { WeightGrid } from './weight-grid.ts';
import { blurMax, blurOf, resampledMask, sureBlurMax } from './mask.ts';
import { objectsIn } from './objects.ts';
import { boxOfMask, boxOfObjects } from './subject-box.ts';
import { subjectIn } from './subject.ts';

const sideMax = 96;

/**
 * Measurements of a picture on a grid of at most 96 cells a side. `scaleX` and `scaleY` are the width and height of a
 * cell, in pixels of the picture.
 */
export interface Analysis extends Size {
  scaleX: number;
  scaleY: number;
  /** Relative luminance of each cell of the grid, 0 to 1. */
  light: Float32Array;
  /** Busyness (amount of detail) of each cell of the grid, 0 to 1, measured from edges and strength of colour. */
  busy: Float32Array;
  kind: PictureKind;
  /** Boxes around the lines of text in the picture, in fractions (0 to 1) of its width and height. */
  lettering: Box[];
  /** Distribution of the main subject over the picture. `total` is 0 if the picture has no main subject. */
  subject: WeightGrid;
  /** Boxes around the objects of the main subject, in fractions (0 to 1) of the picture, the largest first. */
  subjects: Box[];
  /** Box around all objects of the main subject but very small ones, in the same fractions; null if there are none. */
  subjectBox: Box | null;
  /** True if a network has found the main subject and its mask is sharp. */
  isSubjectSure: boolean;
  /**
   * True if the main subject spans the whole width of the picture. Then a crop from any part of the width shows the
   * subject.
   */
  spans: boolean;
  /** Focus of the picture: the point that attracts the eye first, in fractions (0 to 1) of width and height. */
  focus: [x: number, y: number];
}

/** Maximum length, in pixels, of the longer side of the reduced copy in which text and straight edges are detected. */
const copySideMax = 512;

/** Measures a picture. The subject comes from `mask` as far as the mask is sharp, and otherwise from colours. */
export async function analyse(
  pixels: Buffer,
  channels: 3 | 4,
  size: Size,
  mask: Mask | null = null,
): Promise<Analysis> {
  const copy = await reduced({ pixels, channels, ...pick(size) }, copySideMax);
  const small = await reduced(copy, sideMax);
  const { width, height } = small;
  const light = new Float32Array(width * height);
  for (let i = 0; i < light.length; i++)
    light[i] = luminance(small.pixels[i * 3] ?? 0, small.pixels[i * 3 + 1] ?? 0, small.pixels[i * 3 + 2] ?? 0);
  const busy = busyness(small.pixels, width, height);
  const { kind, lettering } = kindOf(copy.pixels, copy);
  const weights = largeEnough(subjectOf(small, mask));
  const subjects = objectsIn(weights, small);
  const lines = lettering.map((line) => partOf(line, copy));
  for (const line of lines) mark(weights, small, line);
  const subject = new WeightGrid(weights, small);
  return {
    width,
    height,
    scaleX: size.width / width,
    scaleY: size.height / height,
    light,
    busy,
    kind,
    lettering: lines,
    subject,
    subjects,
    ...foundBox(subjects, mask),
    spans: runsThrough(subject),
    focus: subject.total > 0 ? centreOf(weights, width, height) : focusOf(busy, width, height),
  };
}

const foundBox = (subjects: readonly Box[], mask: Mask | null): Pick<Analysis, 'subjectBox' | 'isSubjectSure'> => ({
  subjectBox: (mask === null ? null : boxOfMask(mask)) ?? boxOfObjects(subjects),
  isSubjectSure: mask !== null && blurOf(mask) <= sureBlurMax,
});

/**
 * Returns how much each cell belongs to the main subject: by the mask of a network, by colours if there is no mask that
 * can be used, and by the greater of both if the mask is not sure.
 */
function subjectOf(small: Copy, mask: Mask | null): Float32Array {
  const blur = mask === null ? Infinity : blurOf(mask);
  if (mask === null || blur > blurMax) return subjectIn(small.pixels, small);
  const seen = resampledMask(mask, small);
  if (blur <= sureBlurMax) return seen;
  const byColor = subjectIn(small.pixels, small);
  return seen.map((value, at) => Math.max(value, byColor[at] ?? 0));
}

/**
 * Minimum part of a picture, 0 to 1, that its main subject must cover. Something smaller is only a detail of the scene.
 */
const subjectMin = 0.002;

function largeEnough(weights: Float32Array): Float32Array {
  const total = weights.reduce((sum, each) => sum + each, 0);
  return total < subjectMin * weights.length ? weights.fill(0) : weights;
}

/**
 * Minimum part of the main subject, 0 to 1, that must lie in each quarter of the picture's width. With less, the
 * subject does not count as spanning the whole width.
 */
const quarterMin = 0.16;

function runsThrough(subject: WeightGrid): boolean {
  const quarters = [0, 0.25, 0.5, 0.75].map((x) => subject.in({ x, y: 0, width: 0.25, height: 1 }));
  return quarters.every((mass) => mass > quarterMin * subject.total);
}

interface Copy extends Size {
  pixels: Buffer;
  channels: 3 | 4;
}

async function reduced({ pixels, channels, ...size }: Copy, longest: number): Promise<Copy> {
  const shrink = Math.min(1, longest / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * shrink));
  const height = Math.max(1, Math.round(size.height * shrink));
  const small = sharp(pixels, { raw: { ...size, channels } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .flatten({ background: '#ffffff' });
  return { pixels: await small.raw().toBuffer(), channels: 3, width, height };
}

const pick = ({ width, height }: Size) => ({ width, height });

function mark(weights: Float32Array, { width, height }: Size, part: Box): void {
  for (let y = Math.floor(part.y * height); y < Math.min(height, (part.y + part.height) * height); y++)
    weights.fill(1, y * width + Math.floor(part.x * width), y * width + Math.ceil((part.x + part.width) * width));
}

function busyness(small: Buffer, width: number, height: number): Float32Array {
  const at = (x: number, y: number, channel: number) =>
    small[(Math.min(height - 1, y) * width + Math.min(width - 1, x)) * 3 + channel] ?? 0;
  const busy = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let edge = 0;
      for (let c = 0; c < 3; c++)
        edge += Math.abs(at(x + 1, y, c) - at(x, y, c)) + Math.abs(at(x, y + 1, c) - at(x, y, c));
      const strongest = Math.max(at(x, y, 0), at(x, y, 1), at(x, y, 2));
      const weakest = Math.min(at(x, y, 0), at(x, y, 1), at(x, y, 2));
      busy[y * width + x] = Math.min(1, edge / 180 + (strongest - weakest) / 1600);
    }
  }
  return busy;
}

function focusOf(busy: Float32Array, width: number, height: number): [number, number] {
  return centreOf(
    busy.map((each) => each ** 2 + 0.002),
    width,
    height,
  );
}

function centreOf(weights: Float32Array, width: number, height: number): [number, number] {
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const weight = weights[y * width + x] ?? 0;
      sum += weight;
      sumX += weight * (x + 0.5);
      sumY += weight * (y + 0.5);
    }
  }
  return [sumX / sum / width, sumY / sum / height];
}

export interface Look {
  busy: number;
  /** Luminance of the darkest cell, 0 to 1. The darkest 1 % of the cells is ignored. */
  dark: number;
  /** 99th percentile of the luminance of the picture's parts, 0 to 1. */
  bright: number;
}

const steps = 512;

/** Measures a part of a picture. `part` is a box in pixels of the picture. */
export function look(analysis: Analysis, part: Box): Look {
  const left = Math.max(0, Math.floor(part.x / analysis.scaleX));
  const right = Math.min(analysis.width, Math.max(left + 1, Math.ceil((part.x + part.width) / analysis.scaleX)));
  const top = Math.max(0, Math.floor(part.y / analysis.scaleY));
  const bottom = Math.min(analysis.height, Math.max(top + 1, Math.ceil((part.y + part.height) / analysis.scaleY)));
  const levels = new Uint32Array(steps + 1);
  let [busy, count] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let at = y * analysis.width + left; at < y * analysis.width + right; at++) {
      const level = Math.round((analysis.light[at] ?? 0) * steps);
      levels[level] = (levels[level] ?? 0) + 1;
      busy += analysis.busy[at] ?? 0;
      count++;
    }
  }
  if (count === 0) return { busy: 0, dark: 0, bright: 1 };
  const edge = Math.floor(count / 100);
  return { busy: busy / count, dark: levelAt(levels, edge) / steps, bright: levelAt(levels, count - 1 - edge) / steps };
}

function levelAt(levels: Uint32Array, rank: number): number {
  let seen = 0;
  return levels.findIndex((count) => (seen += count) > rank);
}
