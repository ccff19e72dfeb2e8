import { oncePer } from '../../domain/once.ts';
import { blurOf } from './mask.ts';
import type { OpenPicture } from './open.ts';

/** Blur of a mask above which a network has not found a single subject. */
const placeBlurMin = 4.5;

/**
 * Reports whether a photo shows a place and no single subject: a network has looked for one and is not sure, and what
 * the colours give spans the whole photo. Words may lie on any part of such a photo.
 */
export const hasNoSubject = oncePer(
  ({ role, analysis, mask }: OpenPicture): boolean =>
    role === 'lifestyle' && analysis.spans && mask !== undefined && blurOf(mask) > placeBlurMin,
);
