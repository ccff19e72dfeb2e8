import type { Box } from '../box.ts';
import { common, coverageAt, fullSpan, type Shape, type Span, touchedSpan } from './coverage.ts';
import type { Clip, Placement } from './film.ts';
import { type Area, commonArea, type Frame, isEmpty, planeGroups, type PlaneGroup, touchedArea } from './frame.ts';
import { one, RowReader, type RowSamples, type Steps } from './resample.ts';
import { type Sprite, spriteSideMax } from './sprite.ts';

/** Full opacity in the integer arithmetic of painting. */
const opaque = 256;
/** Distances and shares below this limit cannot be seen in 8 bits. */
const invisible = 1 / 256;

/** Returns the box on the canvas that a sprite fills. */
export function boxOf({ width, height }: Sprite, { x, y, scale }: Placement): Box {
  return { x, y, width: width * scale, height: height * scale };
}

/** Reports whether a sprite hides everything under it in an area. */
export function hides(sprite: Sprite, placement: Placement, area: Area): boolean {
  const isOpaque = sprite.alpha === null && placement.opacity > 1 - invisible && placement.clip === undefined;
  return isOpaque && covers(boxOf(sprite, placement), area);
}

function covers({ x, y, width, height }: Box, { left, top, right, bottom }: Area): boolean {
  const isAcross = x <= left + invisible && x + width >= right - invisible;
  return isAcross && y <= top + invisible && y + height >= bottom - invisible;
}

/** Rectangle in samples of a plane, a sprite's row and column positions there, and what limits the sprite. */
interface Job {
  source: PlaneGroup;
  target: PlaneGroup;
  part: Area;
  across: Steps;
  down: Steps;
  shapes: readonly Shape[];
  opacity: number;
}

/** Paints sprites on frames. The buffers of a painter are reused for each sprite. */
export class SpritePainter {
  readonly #colorReaders = [new RowReader(spriteSideMax), new RowReader(spriteSideMax)];
  readonly #alphaReader = new RowReader(spriteSideMax);

  /** Paints the part of a sprite that lies in an area of the frame. */
  paint(frame: Frame, sprite: Sprite, placement: Placement, within: Area): void {
    const opacity = Math.round(Math.min(1, Math.max(0, placement.opacity)) * opaque);
    const box = boxOf(sprite, placement);
    const area = limited(frame, box, placement.clip, within);
    if (opacity === 0 || isEmpty(area)) return;
    const targets = planeGroups(frame);
    planeGroups(sprite).forEach((source, at) => {
      const target = targets[at];
      if (target !== undefined) this.#paintGroup(jobFor({ source, target, area, box, placement, opacity }));
    });
  }

  #paintGroup(job: Job): void {
    const { source, target, part, across, down } = job;
    const count = part.right - part.left;
    if (source.alpha !== null) this.#alphaReader.open(source.alpha, across, count);
    for (let at = 0; at < source.colors.length; at++) {
      const [from, to, reader] = [source.colors[at], target.colors[at], this.#colorReaders[at]];
      if (from === undefined || to === undefined || reader === undefined) continue;
      reader.open(from, across, count);
    }
    for (let row = part.top, position = down.start; row < part.bottom; row++, position += down.step) {
      const alpha = source.alpha === null ? solid : this.#alphaReader.read(position);
      const full = job.shapes.length === 0 ? { begin: 0, end: count } : fullIn(job, row);
      for (let at = 0; at < target.colors.length; at++) {
        const [plane, reader] = [target.colors[at], this.#colorReaders[at]];
        if (plane === undefined || reader === undefined) continue;
        const under = { samples: plane.samples, first: row * plane.width + part.left };
        const rows = { under, line: reader.read(position), alpha };
        paintInside(rows, full, job.opacity);
        if (job.shapes.length > 0) paintEdges(rows, full, { job, row });
      }
    }
  }
}

/** Alpha of a row of an opaque sprite. */
const solid: RowSamples = { samples: new Uint8Array(spriteSideMax).fill(255), first: 0 };

function limited(frame: Frame, box: Box, clip: Clip | undefined, within: Area): Area {
  const area = commonArea(within, touchedArea(frame, box));
  return clip === undefined ? area : commonArea(area, touchedArea(frame, clip));
}

interface Request {
  source: PlaneGroup;
  target: PlaneGroup;
  area: Area;
  box: Box;
  placement: Placement;
  opacity: number;
}

function jobFor({ source, target, area, box, placement, opacity }: Request): Job {
  const { pixels } = source;
  const { x, y, scale, clip } = placement;
  const part = {
    left: area.left / pixels,
    top: area.top / pixels,
    right: area.right / pixels,
    bottom: area.bottom / pixels,
  };
  return {
    source,
    target,
    part,
    across: stepsFrom(part.left, { origin: x, scale, pixels, middle: 0.5 }),
    down: stepsFrom(part.top, { origin: y, scale, pixels, middle: pixels / 2 }),
    shapes: shapesOf(box, clip, area).map((shape) => shrunk(shape, pixels)),
    opacity,
  };
}

/**
 * Returns the positions in the sprite of the samples of a frame from sample `first` on. `middle` is the distance in
 * pixels of a sample from the start of its cell: chroma samples lie on the left column and between the two rows.
 */
function stepsFrom(
  first: number,
  { origin, scale, pixels, middle }: { origin: number; scale: number; pixels: number; middle: number },
): Steps {
  const start = ((first * pixels + middle - origin) / scale - middle) / pixels;
  // Moves of whole sprites are exact to 1/256 of a sample, so that a sprite at rest is copied unchanged.
  if (scale === 1) return { start: Math.round(start * 256) * (one / 256), step: one };
  return { start: Math.round(start * one), step: Math.round(one / scale) };
}

/** Returns the outlines that are visible in an area: the edges of the sprite, and its clip. */
function shapesOf(box: Box, clip: Clip | undefined, area: Area): Shape[] {
  const edges = covers(box, area) ? [] : [{ ...box, radius: 0 }];
  return clip === undefined ? edges : [...edges, clip];
}

const shrunk = ({ x, y, width, height, radius }: Shape, by: number): Shape => ({
  x: x / by,
  y: y / by,
  width: width / by,
  height: height / by,
  radius: radius / by,
});

/** Returns the samples of a row that are fully inside all shapes, counted from the left side of the painted part. */
function fullIn({ part, shapes }: Job, row: number): Span {
  const whole = { begin: part.left, end: part.right };
  const span = shapes.reduce((so, shape) => common(so, fullSpan(shape, row)), whole);
  return span.begin < span.end ? { begin: span.begin - part.left, end: span.end - part.left } : { begin: 0, end: 0 };
}

/** Rows of the frame, of the sprite's colour and of its alpha. */
interface Rows {
  under: RowSamples;
  line: RowSamples;
  alpha: RowSamples;
}

function paintInside(rows: Rows, { begin, end }: Span, opacity: number): void {
  const { under, line, alpha } = rows;
  if (alpha !== solid || opacity !== opaque) blendOver(rows, begin, end, opacity);
  else under.samples.set(line.samples.subarray(line.first + begin, line.first + end), under.first + begin);
}

function paintEdges(rows: Rows, full: Span, { job, row }: { job: Job; row: number }): void {
  const { part, shapes, opacity } = job;
  const whole = { begin: part.left, end: part.right };
  const touched = shapes.reduce((so, shape) => common(so, touchedSpan(shape, row)), whole);
  const edges = full.begin < full.end ? [touched.begin, full.begin + part.left, full.end + part.left, touched.end] : [];
  const [left = touched.begin, leftEnd = touched.end, right = touched.end, rightEnd = touched.end] = edges;
  const paintEdge = (column: number): void => {
    const share = Math.round(shapes.reduce((so, shape) => so * coverageAt(shape, column, row), opacity));
    const at = column - part.left;
    if (share > 0) blendOver(rows, at, at + 1, share);
  };
  for (let column = left; column < leftEnd; column++) paintEdge(column);
  for (let column = right; column < rightEnd; column++) paintEdge(column);
}

/**
 * Blends premultiplied samples over a row of the frame. `opacity` is a whole number from 0 to 256. Fully transparent and
 * fully opaque samples, which are most samples of a text or a cut-out product, need no arithmetic.
 */
function blendOver({ under, line, alpha }: Rows, begin: number, end: number, opacity: number): void {
  const { samples, first } = under;
  const { samples: colors, first: firstColor } = line;
  const { samples: shares, first: firstShare } = alpha;
  for (let i = begin; i < end; i++) {
    const own = shares[firstShare + i] ?? 0;
    if (own === 0) continue;
    const color = colors[firstColor + i] ?? 0;
    if (own === 255 && opacity === opaque) {
      samples[first + i] = color;
      continue;
    }
    const seen = 256 - (((own + (own >> 7)) * opacity) >> 8);
    samples[first + i] = (color * opacity + (samples[first + i] ?? 0) * seen + 128) >> 8;
  }
}
