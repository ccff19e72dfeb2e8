import { z } from 'zod';
import { fontsMax, longTextMax, nameMax, targetDurationSecondsMax, targetDurationSecondsMin } from './limits.ts';
import { AdCopies, ColorSwatches, ImageObjects, ImageObjectsOrNull } from './request-parts.ts';
import { ruledObject } from './rule.ts';
import { FontName, freeText, LanguageTag, WebUrl } from './text.ts';

export const videoAspectRatios = ['9:16', '16:9', '1:1'] as const;

const BrandMetadata = z.strictObject({
  brand_url: WebUrl.optional(),
  brand_name: freeText(nameMax).optional(),
  brand_images: ImageObjectsOrNull,
  fonts: z.array(FontName).max(fontsMax).optional(),
  color_swatches: ColorSwatches.optional(),
});

const ProductMetadata = ruledObject(
  z.strictObject({
    product_url: WebUrl.optional(),
    product_name: freeText(nameMax).optional(),
    product_description: freeText(longTextMax).optional(),
    product_images: ImageObjects,
  }),
  [
    {
      type: 'too_few',
      field: 'product_images',
      msg: 'Give at least one picture of the product; an empty list is taken only together with product_url.',
      holds: ({ product_url, product_images }) => !isEmptyList(product_images) || product_url !== undefined,
      crd: { cel: 'size(self.productImages) > 0 || has(self.productUrl)' },
    },
  ],
);

const durationRange = `Give a number of seconds from ${targetDurationSecondsMin} to ${targetDurationSecondsMax}.`;

const GenerationMetadata = z.strictObject({
  aspect_ratio: z.enum(videoAspectRatios).default('9:16'),
  target_duration: z.number().min(targetDurationSecondsMin, durationRange).max(targetDurationSecondsMax, durationRange),
  locale: LanguageTag.default('en-US'),
  user_prompt: freeText(longTextMax).optional(),
  generate_sound: z.boolean().default(false),
});

/** What is asked for, without where to report it. */
export const VideoAd = z.strictObject({
  brand_metadata: BrandMetadata,
  product_metadata: ProductMetadata,
  ad_copies: AdCopies.optional(),
  generation_metadata: GenerationMetadata,
});
export type VideoAd = z.infer<typeof VideoAd>;

export const VideoAdRequest = VideoAd.extend({ callback_url: WebUrl.optional() });
export type VideoAdRequest = z.infer<typeof VideoAdRequest>;

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
