import type { Box, Size } from '../box.ts';
import type { Plane } from './resample.ts';
import type { Sprite } from './sprite.ts';

/** Samples on a row or column of brightness per chroma sample. */
export const chromaStep = 2;

/**
 * One frame of a film. `bytes` has the brightness followed by the two chroma planes, as a video encoder reads them. The
 * frame is an opaque sprite too, so that a whole scene can be painted into another frame.
 */
export interface Frame extends Sprite {
  bytes: Uint8Array;
  alpha: null;
}

/** Width and height must be even. */
export function frameOf({ width, height }: Size): Frame {
  const full = width * height;
  const quarter = full / 4;
  const bytes = new Uint8Array(full + 2 * quarter);
  return {
    width,
    height,
    bytes,
    y: bytes.subarray(0, full),
    u: bytes.subarray(full, full + quarter),
    v: bytes.subarray(full + quarter),
    alpha: null,
  };
}

/** Planes that have the same size and share one plane of alpha: the brightness alone, or both chroma planes. */
export interface PlaneGroup {
  colors: readonly Plane[];
  alpha: Plane | null;
  /** Distance between two samples in pixels: 1 or 2. */
  pixels: number;
}

const groups = new WeakMap<Sprite, readonly PlaneGroup[]>();

export function planeGroups(sprite: Sprite): readonly PlaneGroup[] {
  const known = groups.get(sprite);
  if (known !== undefined) return known;
  const { y, u, v, alpha, ...size } = sprite;
  const halfSize = { width: Math.ceil(size.width / chromaStep), height: Math.ceil(size.height / chromaStep) };
  const full = (samples: Uint8Array): Plane => ({ width: size.width, height: size.height, samples });
  const half = (samples: Uint8Array): Plane => ({ ...halfSize, samples });
  const made: readonly PlaneGroup[] = [
    { colors: [full(y)], alpha: alpha && full(alpha.full), pixels: 1 },
    { colors: [half(u), half(v)], alpha: alpha && half(alpha.half), pixels: chromaStep },
  ];
  groups.set(sprite, made);
  return made;
}

/** Part of a frame in whole pixels. `right` and `bottom` are exclusive. All four numbers are even. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the area of the frame that a box touches, enlarged to even numbers. */
export function touchedArea({ width, height }: Size, box: Box): Area {
  return {
    left: Math.max(0, evenBelow(box.x)),
    top: Math.max(0, evenBelow(box.y)),
    right: Math.min(width, evenAbove(box.x + box.width)),
    bottom: Math.min(height, evenAbove(box.y + box.height)),
  };
}

export function commonArea(a: Area, b: Area): Area {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export const isEmpty = ({ left, top, right, bottom }: Area): boolean => left >= right || top >= bottom;

const evenBelow = (value: number): number => 2 * Math.floor(value / 2);
const evenAbove = (value: number): number => 2 * Math.ceil(value / 2);
