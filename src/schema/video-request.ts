import { z } from 'zod';
import { fontsMax, longTextMax, nameMax, targetDurationSecondsMax, targetDurationSecondsMin } from './limits.ts';
import { AdCopies, CallbackUrl, ColorSwatches, ImageObjects, ImageObjectsOrNull } from './request-parts.ts';
import { ruledObject } from './rule.ts';
import { FontName, freeText, LanguageTag, WebUrl } from './text.ts';

export const videoAspectRatios = ['9:16', '16:9', '1:1'] as const;

const BrandMetadata = z.strictObject({
  brand_url: WebUrl.optional().describe('Page of the brand; colours, fonts and words are taken from it.'),
  brand_name: freeText(nameMax).optional().describe('How the brand is called.'),
  brand_images: ImageObjectsOrNull.describe(
    'Pictures of the brand; they win over what the page shows. The key must be there; `[]` or null where there are none.',
  ),
  fonts: z.array(FontName).max(fontsMax).optional().describe('Names of fonts; they win over the fonts of the page.'),
  color_swatches: ColorSwatches.optional().describe('Colours of the brand; they win over the colours of the page.'),
});

const ProductMetadata = ruledObject(
  z.strictObject({
    product_url: WebUrl.optional().describe('Page of the product.'),
    product_name: freeText(nameMax).optional().describe('How the product is called.'),
    product_description: freeText(longTextMax)
      .optional()
      .describe('What it is. Story, script and scenes are made from it.'),
    product_images: ImageObjects.describe(
      'Pictures of the product, at least one. An empty list is taken only together with `product_url`.',
    ),
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
  aspect_ratio: z.enum(videoAspectRatios).default('9:16').describe('Portrait, landscape or square.'),
  target_duration: z
    .number()
    .min(targetDurationSecondsMin, durationRange)
    .max(targetDurationSecondsMax, durationRange)
    .describe('Length of the film in seconds; fractions are allowed.'),
  locale: LanguageTag.default('en-US').describe('BCP-47 tag of the words that are spoken and shown.'),
  user_prompt: freeText(longTextMax).optional().describe('Creative direction in free words.'),
  generate_sound: z.boolean().default(false).describe('True: voice-over and music. False: no sound, captions instead.'),
});

/** What is asked for, without where to report it. */
export const VideoAd = z.strictObject({
  brand_metadata: BrandMetadata.describe('Who advertises.'),
  product_metadata: ProductMetadata.describe('What is advertised.'),
  ad_copies: AdCopies.optional().describe('Words to use. Of a type that comes twice the first is used.'),
  generation_metadata: GenerationMetadata.describe('How the film should be made.'),
});
export type VideoAd = z.infer<typeof VideoAd>;

export const VideoAdRequest = VideoAd.extend({ callback_url: CallbackUrl });
export type VideoAdRequest = z.infer<typeof VideoAdRequest>;

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
