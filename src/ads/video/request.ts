import { z } from 'zod';
import { camelSchema } from '../../schema/camel.ts';
import {
  fontsMax,
  longTextMax,
  nameMax,
  targetDurationSecondsMax,
  targetDurationSecondsMin,
} from '../../schema/limits.ts';
import { AdCopies, ColorSwatches, ImageObjects, ImageObjectsOrNull } from '../../schema/request-parts.ts';
import { ruledObject } from '../../schema/rule.ts';
import { FontName, freeText, LanguageTag, WebUrl } from '../../schema/text.ts';
import { videoAspectRatios } from './video-size.ts';

const BrandMetadata = z.strictObject({
  brand_url: WebUrl.optional().describe('URL of a brand page. Colours, fonts and text are taken from it.'),
  brand_name: freeText(nameMax).optional().describe('Name of the brand.'),
  brand_images: ImageObjectsOrNull.describe(
    'Pictures of the brand. They take precedence over those of the page. Required; send `[]` or null if there are none.',
  ),
  fonts: z
    .array(FontName)
    .max(fontsMax)
    .optional()
    .describe('Names of fonts. They take precedence over the fonts of the page.'),
  color_swatches: ColorSwatches.optional().describe(
    'Colours of the brand. They take precedence over the colours of the page.',
  ),
});

const ProductMetadata = ruledObject(
  z.strictObject({
    product_url: WebUrl.optional().describe('URL of a product page.'),
    product_name: freeText(nameMax).optional().describe('Name of the product.'),
    product_description: freeText(longTextMax)
      .optional()
      .describe('Description of the product. It is the basis of the story, the script and the scenes.'),
    product_images: ImageObjects.describe(
      'Pictures of the product, at least one. An empty list is allowed only with `product_url`.',
    ),
  }),
  [
    {
      type: 'too_few',
      field: 'product_images',
      msg: 'Give at least one picture of the product, or product_url with an empty list.',
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
    .describe('Length of the video in seconds. Fractions are allowed.'),
  locale: LanguageTag.default('en-US').describe('Language of the spoken and shown text as a BCP-47 tag.'),
  user_prompt: freeText(longTextMax).optional().describe('Creative direction in free text.'),
  generate_sound: z
    .boolean()
    .default(false)
    .describe('True: the video has voice-over and music. False: the video has captions and no sound.'),
});

export const VideoAd = z.strictObject({
  brand_metadata: BrandMetadata.describe('The brand that advertises.'),
  product_metadata: ProductMetadata.describe('The advertised product.'),
  ad_copies: AdCopies.optional().describe('Text to use. If a type occurs twice, the first text of that type is used.'),
  generation_metadata: GenerationMetadata.describe('Options for the video.'),
});

/** The request for a video ad in camelCase, as an AdJob contains it. */
export const VideoAdSpec = camelSchema(VideoAd);
export type VideoAdSpec = z.infer<typeof VideoAdSpec>;

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
