import type { Size } from '../box.ts';
import type { PixelHeap } from './pixel-heap.ts';
import type { Sprite } from './sprite.ts';

/** One component of a picture, such as the brightness, with one byte per sample, row by row. */
export interface HeapPlane extends Size {
  address: number;
}

/** Planes that have the same size and share one plane of alpha: the brightness alone, or both chroma planes. */
export interface PlaneGroup {
  colors: readonly HeapPlane[];
  alpha: HeapPlane | null;
  /** Distance between two samples in pixels: 1 or 2. */
  pixels: number;
}

/** Sprite or frame in the memory that the kernels work on. */
export interface HeapSprite extends Size {
  groups: readonly [luma: PlaneGroup, chroma: PlaneGroup];
  isOpaque: boolean;
}

const halved = ({ width, height }: Size): Size => ({ width: Math.ceil(width / 2), height: Math.ceil(height / 2) });

export function storeSprite(heap: PixelHeap, { y, u, v, alpha, width, height }: Sprite): HeapSprite {
  const size = { width, height };
  const full = (samples: Uint8Array): HeapPlane => ({ ...size, address: heap.store(samples) });
  const half = (samples: Uint8Array): HeapPlane => ({ ...halved(size), address: heap.store(samples) });
  return {
    ...size,
    isOpaque: alpha === null,
    groups: [
      { colors: [full(y)], alpha: alpha && full(alpha.full), pixels: 1 },
      { colors: [half(u), half(v)], alpha: alpha && half(alpha.half), pixels: 2 },
    ],
  };
}

/** Gives back the memory of a sprite. */
export function freeSprite(heap: PixelHeap, { groups }: HeapSprite): void {
  for (const { colors, alpha } of groups)
    for (const plane of alpha === null ? colors : [...colors, alpha]) heap.free(plane.address);
}

/** Number of bytes of a frame. Width and height must be even. */
export const frameBytes = ({ width, height }: Size): number => (width * height * 3) / 2;

/** Returns a new frame. Its planes follow each other without a gap, as in `Frame.bytes`. */
export function newFrame(heap: PixelHeap, { width, height }: Size): HeapSprite {
  const size = { width, height };
  const pixels = width * height;
  const address = heap.allocate(frameBytes(size));
  const half = halved(size);
  const chroma = [
    { ...half, address: address + pixels },
    { ...half, address: address + pixels + pixels / 4 },
  ];
  return {
    ...size,
    isOpaque: true,
    groups: [
      { colors: [{ ...size, address }], alpha: null, pixels: 1 },
      { colors: chroma, alpha: null, pixels: 2 },
    ],
  };
}

/** Returns the address of the first byte of a frame. */
export const frameAddress = ({ groups }: HeapSprite): number => groups[0].colors[0]?.address ?? 0;
