import type { Box, Size } from '../box.ts';
import { maskOf, type RowMask, type Shape, type Span, straightRows } from './coverage.ts';
import type { Clip, Placement } from './film.ts';
import { type Area, commonArea, isEmpty, touchedArea } from './frame.ts';
import {
  frameAddress,
  frameBytes,
  freeSprite,
  type HeapSprite,
  newFrame,
  type PlaneGroup,
  storeSprite,
} from './heap-sprite.ts';
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

/**
 * Input for painting one group of planes. `part` is the painted rectangle of the target, in samples. `across` and
 * `down` are the positions of its samples in the source. `shapes` limit what is painted.
 */
interface Job {
  source: PlaneGroup;
  target: PlaneGroup;
  part: Area;
  across: Steps;
  down: Steps;
  shapes: readonly Shape[];
  opacity: number;
}

/** Paints sprites on frames. Keeps both in a WebAssembly memory, outside of the heap of JavaScript. */
export class SpritePainter {
  readonly #heap = new PixelHeap();
  readonly #colorReaders: readonly RowReader[];
  readonly #alphaReader: RowReader;
  /** Address of a row of full alpha (255), for sprites without an alpha plane. */
  readonly #solid: number;
  readonly #stored = new Map<Sprite, HeapSprite>();

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

  has(sprite: Sprite): boolean {
    return this.#stored.has(sprite);
  }

  /** Gives back the memory of all stored sprites but these. A sprite that is needed again is stored again. */
  keepOnly(sprites: ReadonlySet<Sprite>): void {
    for (const [sprite, stored] of this.#stored) {
      if (sprites.has(sprite)) continue;
      freeSprite(this.#heap, stored);
      this.#stored.delete(sprite);
    }
  }

  /**
   * Returns the bytes of a frame, in the layout of `Frame.bytes`. The returned array is valid until the next sprite or
   * frame is stored.
   */
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
    const [straight, within] = [straightRows(job.shapes), { begin: part.left, end: part.right }];
    let mask: RowMask | null = null;
    for (let row = part.top, position = down.start; row < part.bottom; row++, position += down.step) {
      const isStraight = row > straight.begin && row < straight.end;
      if (mask === null || !isStraight) mask = maskOf(job.shapes, row, within);
      this.#paintRow(job, mask, { row, position });
    }
  }

  #paintRow(job: Job, mask: RowMask, { row, position }: { row: number; position: number }): void {
    const { source, target, part, opacity } = job;
    const alpha = source.alpha === null ? this.#solid : this.#alphaReader.read(position);
    const isCopied = source.alpha === null && opacity === opaque;
    for (let at = 0; at < target.colors.length; at++) {
      const [plane, reader] = [target.colors[at], this.#colorReaders[at]];
      if (plane === undefined || reader === undefined) continue;
      // The readers return the addresses of the first sample of the painted part.
      const line = reader.read(position) - part.left;
      const rows = { under: plane.address + row * plane.width, line, alpha: alpha - part.left };
      if (isCopied) this.#copy(rows, mask.full);
      else this.#blend(rows, mask.full, opacity);
      for (const { at: column, share } of mask.partly) blendSample(this.#heap.bytes, rows, column, share * opacity);
    }
  }

  #copy({ under, line }: Rows, { begin, end }: Span): void {
    this.#heap.bytes.copyWithin(under + begin, line + begin, line + end);
  }

  #blend(rows: Rows, { begin, end }: Span, opacity: number): void {
    const { bytes, kernels } = this.#heap;
    const { under, line, alpha } = rows;
    const whole = end - begin - ((end - begin) % samplesAtOnce);
    const [factor, shift] = opacity === opaque ? [1, 0] : [opacity, 8];
    if (whole > 0) kernels.blend(under + begin, line + begin, alpha + begin, whole, opacity, factor, shift);
    for (let at = begin + whole; at < end; at++) blendSample(bytes, rows, at, opacity);
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

/** Addresses of the rows of the frame, of the sprite's colour and of its alpha. */
interface Rows {
  under: number;
  line: number;
  alpha: number;
}

/** Blends one premultiplied sample over a row of the frame, like the kernel `blend`. `opacity` is from 0 to 256. */
function blendSample(bytes: Uint8Array, { under, line, alpha }: Rows, at: number, opacity: number): void {
  const share = Math.round(opacity);
  const own = bytes[alpha + at] ?? 0;
  const seen = 256 - (((own + (own >> 7)) * share) >> 8);
  bytes[under + at] = ((bytes[line + at] ?? 0) * share + (bytes[under + at] ?? 0) * seen + 128) >> 8;
}
