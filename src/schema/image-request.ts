import { z } from 'zod';
import { ratiosCel, ratiosPattern, readAspectRatios, resolutions } from './aspect-ratio.ts';
import { fontsMax, longTextMax, nameMax, ratioSideMax, ratiosMax, ratiosTextMax } from './limits.ts';
import { AdCopies, ColorSwatches, ImageObjects, ImageObjectsOrNull } from './request-parts.ts';
import { ruled, ruledObject } from './rule.ts';
import { atMost, freeText, LanguageTag, WebUrl } from './text.ts';

const AspectRatios = ruled(
  z.string(),
  {
    type: 'bad_format',
    msg: `Give W:H with whole numbers from 1 to ${ratioSideMax} and a ratio from 1:4 to 4:1, or at most ${ratiosMax} of them with commas between.`,
    holds: (text) => text.length > ratiosTextMax || readAspectRatios(text) !== undefined,
    crd: { pattern: ratiosPattern, cel: ratiosCel },
  },
  atMost(ratiosTextMax),
);

const BrandData = ruledObject(
  z.strictObject({
    brand_url: WebUrl.optional(),
    brand_name: freeText(nameMax).optional(),
    brand_images: ImageObjects.optional(),
    fonts: z.array(WebUrl).max(fontsMax).optional(),
    color_swatches: ColorSwatches.optional(),
  }),
  [
    {
      type: 'missing',
      msg: 'Give brand_url or at least one of brand_images.',
      holds: ({ brand_url, brand_images }) => brand_url !== undefined || brand_images !== undefined,
      crd: { cel: 'has(self.brandUrl) || (has(self.brandImages) && size(self.brandImages) > 0)' },
    },
  ],
);

const ProductMetadata = z.strictObject({
  product_url: WebUrl.optional(),
  product_name: freeText(nameMax).optional(),
  product_description: freeText(longTextMax).optional(),
  product_images: ImageObjectsOrNull,
});

const GenerationMetadata = z.strictObject({
  aspect_ratios: AspectRatios.default('1:1'),
  user_direction: freeText(longTextMax).optional(),
  language: LanguageTag.default('en-us'),
  no_text: z.boolean().default(false),
  resolution: z.enum(resolutions).default('1K'),
  reference_layouts: WebUrl.optional(),
});

/** What is asked for, without where to report it. */
export const ImageAd = z.strictObject({
  brand_data: BrandData,
  product_metadata: ProductMetadata.optional(),
  ad_copies: AdCopies.optional(),
  generation_metadata: GenerationMetadata.prefault({}),
});
export type ImageAd = z.infer<typeof ImageAd>;

export const ImageAdRequest = ImageAd.extend({ callback_url: WebUrl.optional() });
export type ImageAdRequest = z.infer<typeof ImageAdRequest>;
