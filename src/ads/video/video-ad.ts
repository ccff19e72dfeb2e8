import { type AdRequest, brandParts, productParts } from '../ad-request.ts';
import { defineAdType } from '../ad-type.ts';
import { endpoint } from './endpoint.ts';
import { VideoAd, VideoAdSpec } from './request.ts';
import { VideoResponse } from './response.ts';
import { stages } from './stages.ts';

export const videoAd = defineAdType({
  name: 'video_ad',
  field: 'video',
  noun: 'a video',
  request: VideoAd,
  input: VideoAdSpec,
  adRequest,
  response: VideoResponse,
  filesField: 'video',
  endpoint,
  polling: { firstSeconds: 60, everySeconds: 90 },
  window: { perMinute: 10, max: 10 },
  prices: {
    shortCommercial: { action: 'Short commercial', credits: 30, unit: 'video', before: 'avatarWithoutProduct' },
  },
  credits: (_, creditsOf) => creditsOf('shortCommercial'),
  priceNote: 'A video ad costs one `Short commercial`.',
  overallTimeoutMinutes: 45,
  stages,
});

function adRequest({ brandMetadata, productMetadata, adCopies, generationMetadata: options }: VideoAdSpec): AdRequest {
  return {
    brandField: 'brand_metadata',
    ...brandParts(brandMetadata),
    fonts: (brandMetadata.fonts ?? []).map((family) => ({ family, url: null })),
    ...productParts(productMetadata),
    adCopies: adCopies ?? [],
    language: options.locale,
    direction: options.userPrompt,
    noText: false,
  };
}
