import { z } from 'zod';
import { brandParts, productParts } from '../../../src/ads/ad-request.ts';
import { defineAdType } from '../../../src/ads/ad-type.ts';
import { onboarding } from '../../../src/ads/onboarding.ts';
import { usualMemoryMebibytes } from '../../../src/ads/stage-definition.ts';
import { camelSchema } from '../../../src/schema/camel.ts';
import { fontsMax, nameMax } from '../../../src/schema/limits.ts';
import { AdCopies, ImageObjects } from '../../../src/schema/request-parts.ts';
import { CommonResponse, FileUrl, Sha256 } from '../../../src/schema/response-parts.ts';
import { ruledObject } from '../../../src/schema/rule.ts';
import { FontName, freeText, LanguageTag, WebUrl } from '../../../src/schema/text.ts';

/** A type of ad that only tests have: two stills of one product. */
const StillsAd = z.strictObject({
  brand_metadata: z
    .strictObject({
      brand_url: WebUrl.optional().describe('URL of a brand page.'),
      brand_name: freeText(nameMax).describe('Name of the brand.'),
      fonts: z.array(FontName).max(fontsMax).optional().describe('Names of fonts.'),
    })
    .describe('The brand of the ad.'),
  product_metadata: ruledObject(
    z.strictObject({
      product_name: freeText(nameMax).optional().describe('Name of the product.'),
      product_images: ImageObjects.describe('Pictures of the product.'),
    }),
    [
      {
        type: 'missing',
        msg: 'Give product_name or a picture.',
        holds: ({ product_name: name, product_images: images }) =>
          name !== undefined || (Array.isArray(images) && images.length > 0),
        crd: { cel: 'has(self.productName) || size(self.productImages) > 0' },
      },
    ],
  ).describe('The product of the ad.'),
  ad_copies: AdCopies.optional().describe('Text of the ad.'),
  generation_metadata: z
    .strictObject({
      size: z.enum(['small', 'large']).default('small').describe('Size of the stills.'),
      language: LanguageTag.default('en-US').describe('Language of the text.'),
    })
    .prefault({})
    .describe('Options for the ad.'),
});

export const StillsResponse = CommonResponse.extend({
  stills: z.array(z.object({ url: FileUrl, view: z.enum(['front', 'back']), sha256: Sha256 })).describe('The stills.'),
  caption: z.string().nullable().describe('Caption of the stills, if the request has one.'),
});

export const stillsAd = defineAdType({
  name: 'stills_ad',
  field: 'stills',
  noun: 'a pair of stills',
  request: StillsAd,
  input: camelSchema(StillsAd),
  adRequest: ({ brandMetadata: brand, productMetadata, adCopies, generationMetadata: { language } }) => ({
    brandField: 'brand_metadata',
    ...brandParts(brand),
    fonts: (brand.fonts ?? []).map((family) => ({ family, url: null })),
    ...productParts(productMetadata),
    adCopies: adCopies ?? [],
    language,
    direction: undefined,
    noText: false,
  }),
  response: StillsResponse,
  filesField: 'stills',
  endpoint: {
    summary: 'Create two stills of a product',
    description: 'Creates a job for two stills of one product. The job costs 7 credits, or 14 for large stills.',
    bodyExamples: {
      minimal: {
        summary: 'Minimal request',
        value: {
          brand_metadata: { brand_name: 'Verdane' },
          product_metadata: { product_name: 'Oil', product_images: [] },
        },
      },
    },
  },
  polling: { firstSeconds: 5, everySeconds: 10 },
  window: { perMinute: 2, max: 3 },
  prices: { stillPair: { action: 'Pair of stills', credits: 7, unit: 'pair' } },
  credits: ({ generationMetadata: { size } }, creditsOf) => creditsOf('stillPair') * (size === 'large' ? 2 : 1),
  priceNote: 'Two stills cost one `Pair of stills`.',
  overallTimeoutMinutes: 20,
  stages: [
    onboarding,
    {
      name: 'stills',
      optional: false,
      inputs: ['onboarding/brand.json'],
      outputs: () => ['front.png', 'back.png'],
      fallbackCode: 'image_model_error',
      deadlineSeconds: 60,
      memoryMebibytes: usualMemoryMebibytes,
      load: async () => (await import('./draw-stills.ts')).drawStills,
    },
  ],
});
