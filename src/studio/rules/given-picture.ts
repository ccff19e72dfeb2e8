import type { QualityCheck } from '../brief.ts';
import type { Materials } from '../composition.ts';
import type { Scene } from '../scene.ts';
import { atLeast } from './limits.ts';

/**
 * Checks that an ad shows one of the pictures that it was given. The value is 1 if it does. Returns null if there was
 * no picture that could be decoded.
 */
export function givenPictureShown(scene: Scene, { photo, product }: Materials): QualityCheck | null {
  if (photo === null && product === null) return null;
  const isShown = scene.layers.some(({ kind }) => kind === 'photo' || kind === 'product');
  return atLeast('given_picture_shown', isShown ? 1 : 0, 1);
}
