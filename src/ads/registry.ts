import type { AdType } from './ad-type.ts';
import { imageAd } from './image/image-ad.ts';
import { videoAd } from './video/video-ad.ts';

/**
 * The types of ads, in the order in which they are displayed. The program imports this list as `#ad-types`, so that
 * tests can replace it (see `imports` in `package.json`).
 */
export const adTypes: readonly [AdType, ...AdType[]] = [imageAd, videoAd];
