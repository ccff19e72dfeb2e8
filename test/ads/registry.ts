/** The types of ads of tests that run with the condition `adwright-third-type`: those of the program, and one more. */
import type { AdType } from '../../src/ads/ad-type.ts';
import { adTypes as shipped } from '../../src/ads/registry.ts';
import { stillsAd } from './stills/stills-ad.ts';

export const adTypes: readonly [AdType, ...AdType[]] = [...shipped, stillsAd];
