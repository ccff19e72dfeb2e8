import type { Size } from '../box.ts';

/**
 * Still bitmap in the colour space of the film: YUV 4:2:0, BT.709, limited range, 8 bits. `y` has one byte per pixel, `u`
 * and `v` one byte per two by two pixels. `alpha` is null for an opaque sprite; else the colours are premultiplied.
 */
export interface Sprite extends Size {
  y: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
  alpha: { full: Uint8Array; half: Uint8Array } | null;
}
