import { type AdRequest, brandParts, productParts } from '../ad-request.ts';
import { defineAdType } from '../ad-type.ts';
import { endpoint, example } from './endpoint.ts';
import { ImageAd, ImageAdSpec } from './request.ts';
import { ImageResponse } from './response.ts';
import { imageRatios, stages } from './stages.ts';

export const imageAd = defineAdType({
  name: 'image_ad',
  field: 'image',
  noun: 'an image',
  request: ImageAd,
  input: ImageAdSpec,
  adRequest,
  response: ImageResponse,
  filesField: 'images',
  endpoint,
  example,
  polling: { firstSeconds: 30, everySeconds: 60 },
  window: { perMinute: 10 },
  prices: {
    image1k: { action: 'Image generation 1K', credits: 5, unit: 'image', before: 'imageEdit' },
    image4k: { action: 'Image generation 4K', credits: 10, unit: 'image', before: 'imageEdit' },
  },
  credits: (ad, creditsOf) =>
    creditsOf(ad.generationMetadata.resolution === '4K' ? 'image4k' : 'image1k') * imageRatios(ad).length,
  priceNote: 'An image ad costs one `Image generation 1K` or `Image generation 4K` for each aspect ratio.',
  overallTimeoutMinutes: 30,
  stages,
});

function adRequest({ brandData, productMetadata, adCopies, generationMetadata: options }: ImageAdSpec): AdRequest {
  return {
    brandField: 'brand_data',
    ...brandParts(brandData),
    fonts: (brandData.fonts ?? []).map((url) => ({ family: null, url })),
    ...productParts(productMetadata),
    adCopies: adCopies ?? [],
    language: options.language,
    direction: options.userDirection,
    noText: options.noText,
  };
}
