import type { Box, Size } from '../box.ts';
import type { Sprite } from './sprite.ts';

/** One frame of a film. `bytes` has the brightness followed by the two chroma planes, as a video encoder reads them. */
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
