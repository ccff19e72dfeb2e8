import type { Box, Size } from '../box.ts';
import { common, coverageAt, fullSpan, type Shape, type Span, touchedSpan } from './coverage.ts';
import type { Clip, Placement } from './film.ts';
import { type Area, commonArea, isEmpty, touchedArea } from './frame.ts';
import { frameAddress, frameBytes, type HeapSprite, newFrame, type PlaneGroup, storeSprite } from './heap-sprite.ts';
import { samplesAtOnce } from './kernels.ts';
import { PixelHeap } from './pixel-heap.ts';
import { one, RowReader, type Steps } from './resample.ts';
import { type Sprite, spriteSideMax } from './sprite.ts';

/** Full opacity in the integer arithmetic of painting. */
const opaque = 256;
/** Distances and shares below this limit cannot be seen in 8 bits. */
const invisible = 1 / 256;

/** Returns the box on the canvas that a sprite fills. */
export function boxOf({ width, height }: Size, { x, y, scale }: Placement): Box {
  return { x, y, width: width * scale, height: height * scale };
}

/** Reports whether a sprite hides everything under it in an area. */
export function hides(sprite: HeapSprite, placement: Placement, area: Area): boolean {
  const isOpaque = placement.opacity > 1 - invisible && placement.clip === undefined;
  return sprite.isOpaque && isOpaque && covers(boxOf(sprite, placement), area);
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

/** Paints sprites on frames in a memory of its own. */
export class SpritePainter {
  readonly #heap = new PixelHeap();
  readonly #colorReaders: readonly RowReader[];
  readonly #alphaReader: RowReader;
  /** Address of the alpha of an opaque row. */
  readonly #solid: number;
  readonly #stored = new WeakMap<Sprite, HeapSprite>();

  constructor() {
    this.#colorReaders = [new RowReader(this.#heap, spriteSideMax), new RowReader(this.#heap, spriteSideMax)];
    this.#alphaReader = new RowReader(this.#heap, spriteSideMax);
    this.#solid = this.#heap.store(new Uint8Array(spriteSideMax).fill(255));
  }

  newFrame(size: Size): HeapSprite {
    return newFrame(this.#heap, size);
  }

  /** Returns a sprite in the memory of the painter. */
  stored(sprite: Sprite): HeapSprite {
    const stored = this.#stored.get(sprite) ?? storeSprite(this.#heap, sprite);
    this.#stored.set(sprite, stored);
    return stored;
  }

  /** Returns the bytes of a frame, in the layout of `Frame.bytes`, until the next sprite or frame is stored. */
  bytesOf(frame: HeapSprite): Uint8Array {
    const address = frameAddress(frame);
    return this.#heap.bytes.subarray(address, address + frameBytes(frame));
  }

  /** Paints the part of a sprite that lies in an area of the frame. */
  paint(frame: HeapSprite, sprite: HeapSprite, placement: Placement, within: Area): void {
    const opacity = Math.round(Math.min(1, Math.max(0, placement.opacity)) * opaque);
    const box = boxOf(sprite, placement);
    const area = limited(frame, box, placement.clip, within);
    if (opacity === 0 || isEmpty(area)) return;
    sprite.groups.forEach((source, at) => {
      const target = frame.groups[at];
      if (target !== undefined) this.#paintGroup(jobFor({ source, target, area, box, placement, opacity }));
    });
  }

  #paintGroup(job: Job): void {
    const { source, part, across, down } = job;
    const count = part.right - part.left;
    if (source.alpha !== null) this.#alphaReader.open(source.alpha, across, count);
    source.colors.forEach((plane, at) => this.#colorReaders[at]?.open(plane, across, count));
    for (let row = part.top, position = down.start; row < part.bottom; row++, position += down.step) {
      const alpha = source.alpha === null ? this.#solid : this.#alphaReader.read(position);
      this.#paintRow(job, row, { alpha, position });
    }
  }

  #paintRow(job: Job, row: number, { alpha, position }: { alpha: number; position: number }): void {
    const { target, part, shapes } = job;
    const full = shapes.length === 0 ? { begin: 0, end: part.right - part.left } : fullIn(job, row);
    for (let at = 0; at < target.colors.length; at++) {
      const [plane, reader] = [target.colors[at], this.#colorReaders[at]];
      if (plane === undefined || reader === undefined) continue;
      const under = plane.address + row * plane.width + part.left;
      const rows = { under, line: reader.read(position), alpha };
      this.#paintInside(rows, full, job.opacity);
      if (shapes.length > 0) this.#paintEdges(rows, full, { job, row });
    }
  }

  #paintInside({ under, line, alpha }: Rows, { begin, end }: Span, opacity: number): void {
    if (begin >= end) return;
    const { bytes, kernels } = this.#heap;
    if (alpha === this.#solid && opacity === opaque) {
      bytes.copyWithin(under + begin, line + begin, line + end);
      return;
    }
    const whole = end - begin - ((end - begin) % samplesAtOnce);
    const [factor, shift] = opacity === opaque ? [1, 0] : [opacity, 8];
    if (whole > 0) kernels.blend(under + begin, line + begin, alpha + begin, whole, opacity, factor, shift);
    blendOver(bytes, { under, line, alpha }, { begin: begin + whole, end }, opacity);
  }

  #paintEdges(rows: Rows, full: Span, { job, row }: { job: Job; row: number }): void {
    const { part, shapes, opacity } = job;
    const whole = { begin: part.left, end: part.right };
    const touched = shapes.reduce((so, shape) => common(so, touchedSpan(shape, row)), whole);
    const isOpen = full.begin < full.end;
    const [leftEnd, right] = isOpen ? [full.begin + part.left, full.end + part.left] : [touched.end, touched.end];
    const paintEdge = (column: number): void => {
      const share = Math.round(shapes.reduce((so, shape) => so * coverageAt(shape, column, row), opacity));
      const begin = column - part.left;
      if (share > 0) blendOver(this.#heap.bytes, rows, { begin, end: begin + 1 }, share);
    };
    for (let column = touched.begin; column < leftEnd; column++) paintEdge(column);
    for (let column = right; column < touched.end; column++) paintEdge(column);
  }
}

function limited(frame: Size, box: Box, clip: Clip | undefined, within: Area): Area {
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

/** Addresses of the rows of the frame, of the sprite's colour and of its alpha. */
interface Rows {
  under: number;
  line: number;
  alpha: number;
}

/** Blends premultiplied samples over a row of the frame, like the kernel `blend`. */
function blendOver(bytes: Uint8Array, { under, line, alpha }: Rows, { begin, end }: Span, opacity: number): void {
  for (let i = begin; i < end; i++) {
    const own = bytes[alpha + i] ?? 0;
    const seen = 256 - (((own + (own >> 7)) * opacity) >> 8);
    bytes[under + i] = ((bytes[line + i] ?? 0) * opacity + (bytes[under + i] ?? 0) * seen + 128) >> 8;
  }
}
