import type { Size } from '../studio/box.ts';

/**
 * Soft mask of the main objects of a picture, stretched to the size of the mask. A value is 0 (ground) to 255 (object).
 */
export interface Mask extends Size {
  values: Uint8Array;
}

/** Finds the main objects of a photo. */
export interface Cutout {
  /**
   * Returns the mask of a picture, given as a file that the library sharp can read. Calls must follow one another.
   * Throws if the picture cannot be read or the model fails. Rejects with the reason of the signal if it aborts.
   */
  maskOf(file: Buffer, signal: AbortSignal): Promise<Mask>;
  /** Frees the memory of the model. */
  close(): Promise<void>;
}
