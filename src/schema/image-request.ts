import { z } from 'zod';
import { ratiosCel, ratiosPattern, readAspectRatios, resolutions } from './aspect-ratio.ts';
import { fontsMax, longTextMax, nameMax, ratioSideMax, ratiosMax, ratiosTextMax } from './limits.ts';
import { AdCopies, CallbackUrl, ColorSwatches, ImageObjects, ImageObjectsOrNull } from './request-parts.ts';
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
    brand_url: WebUrl.optional().describe(
      'Page of the brand; colours, fonts, logo and words are taken from it. Needed unless there are `brand_images`.',
    ),
    brand_name: freeText(nameMax).optional().describe('How the brand is called.'),
    brand_images: ImageObjects.optional().describe(
      'Logos and pictures of the brand; they win over what the page shows.',
    ),
    fonts: z.array(WebUrl).max(fontsMax).optional().describe('Font files; they win over the fonts of the page.'),
    color_swatches: ColorSwatches.optional().describe('Colours of the brand; they win over the colours of the page.'),
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
  product_url: WebUrl.optional().describe('Page of the product.'),
  product_name: freeText(nameMax).optional().describe('How the product is called.'),
  product_description: freeText(longTextMax).optional().describe('What it is. The concept is made from it.'),
  product_images: ImageObjectsOrNull.describe(
    'Pictures of the product. The key must be there; `[]` or null where there are none.',
  ),
});

const GenerationMetadata = z.strictObject({
  aspect_ratios: AspectRatios.default('1:1').describe(
    `\`W:H\`, or at most ${ratiosMax} of them with commas between: one image each, laid out anew and never cropped.`,
  ),
  user_direction: freeText(longTextMax).optional().describe('The creative brief. With it no concept is made.'),
  language: LanguageTag.default('en-us').describe('BCP-47 tag of the words. Given words are never translated.'),
  no_text: z.boolean().default(false).describe('True: the ad has no words. The logo stays.'),
  resolution: z.enum(resolutions).default('1K').describe('About 1024 or 4096 pixels a side.'),
  reference_layouts: WebUrl.optional().describe('Picture of an ad whose layout is the model.'),
});

/** What is asked for, without where to report it. */
export const ImageAd = z.strictObject({
  brand_data: BrandData.describe('Who advertises.'),
  product_metadata: ProductMetadata.optional().describe('What is advertised; without it the brand itself is.'),
  ad_copies: AdCopies.optional().describe('The words of the ad. Of a type that comes twice the first is used.'),
  generation_metadata: GenerationMetadata.prefault({}).describe('How the ad should be made.'),
});
export type ImageAd = z.infer<typeof ImageAd>;

export const ImageAdRequest = ImageAd.extend({ callback_url: CallbackUrl });
export type ImageAdRequest = z.infer<typeof ImageAdRequest>;

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
