import { z } from 'zod';
import { ratiosCel, ratiosPattern, readAspectRatios, resolutions } from '../../schema/aspect-ratio.ts';
import { camelSchema } from '../../schema/camel.ts';
import { fontsMax, longTextMax, nameMax, ratioSideMax, ratiosMax, ratiosTextMax } from '../../schema/limits.ts';
import { AdCopies, ColorSwatches, ImageObjects, ImageObjectsOrNull } from '../../schema/request-parts.ts';
import { ruled, ruledObject } from '../../schema/rule.ts';
import { atMost, freeText, LanguageTag, WebUrl } from '../../schema/text.ts';

const AspectRatios = ruled(
  z.string(),
  {
    type: 'bad_format',
    msg: `Give W:H with whole numbers from 1 to ${ratioSideMax} and a ratio from 1:4 to 4:1, or at most ${ratiosMax} such ratios separated by commas.`,
    holds: (text) => text.length > ratiosTextMax || readAspectRatios(text) !== undefined,
    crd: { pattern: ratiosPattern, cel: ratiosCel },
  },
  atMost(ratiosTextMax),
);

const BrandData = ruledObject(
  z.strictObject({
    brand_url: WebUrl.optional().describe(
      'URL of a brand page. Colours, fonts, logo and text are taken from it. Required unless `brand_images` is given.',
    ),
    brand_name: freeText(nameMax).optional().describe('Name of the brand.'),
    brand_images: ImageObjects.optional().describe(
      'Logos and pictures of the brand. They take precedence over those of the page.',
    ),
    fonts: z
      .array(WebUrl)
      .max(fontsMax)
      .optional()
      .describe('URLs of font files. They take precedence over the fonts of the page.'),
    color_swatches: ColorSwatches.optional().describe(
      'Colours of the brand. They take precedence over the colours of the page.',
    ),
  }),
  [
    {
      type: 'missing',
      msg: 'Give brand_url or at least one of brand_images.',
      holds: ({ brand_url, brand_images }) => brand_url !== undefined || !isEmptyList(brand_images ?? []),
      crd: { cel: 'has(self.brandUrl) || (has(self.brandImages) && size(self.brandImages) > 0)' },
    },
  ],
);

const ProductMetadata = z.strictObject({
  product_url: WebUrl.optional().describe('URL of a product page.'),
  product_name: freeText(nameMax).optional().describe('Name of the product.'),
  product_description: freeText(longTextMax)
    .optional()
    .describe('Description of the product. It is the basis of the concept.'),
  product_images: ImageObjectsOrNull.describe(
    'Pictures of the product. Required; send `[]` or null if there are none.',
  ),
});

const GenerationMetadata = z.strictObject({
  aspect_ratios: AspectRatios.default('1:1').describe(
    `\`W:H\`, or at most ${ratiosMax} ratios separated by commas. Each ratio gets its own image with its own layout; images are never cropped.`,
  ),
  user_direction: freeText(longTextMax).optional().describe('Creative brief. It replaces the generated concept.'),
  language: LanguageTag.default('en-us').describe(
    'Language of the text as a BCP-47 tag. Text from the request is never translated.',
  ),
  no_text: z.boolean().default(false).describe('True: the ad has no text. The logo is still drawn.'),
  resolution: z
    .enum(resolutions)
    .default('1K')
    .describe('1K: about 1024 pixels per side. 4K: about 4096 pixels per side.'),
  reference_layouts: WebUrl.optional().describe('URL of a picture of an ad whose layout serves as the model.'),
});

export const ImageAd = z.strictObject({
  brand_data: BrandData.describe('The brand that advertises.'),
  product_metadata: ProductMetadata.optional().describe('The advertised product. Absent: the ad advertises the brand.'),
  ad_copies: AdCopies.optional().describe(
    'Text of the ad. If a type occurs twice, the first text of that type is used.',
  ),
  generation_metadata: GenerationMetadata.prefault({}).describe('Options for the ad.'),
});

/** The request for an image ad in camelCase, as an AdJob contains it. */
export const ImageAdSpec = camelSchema(ImageAd);
export type ImageAdSpec = z.infer<typeof ImageAdSpec>;

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
