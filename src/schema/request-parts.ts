import { z } from 'zod';
import {
  copiesMax,
  copyTextMax,
  imagesMax,
  labelMax,
  labelsMax,
  longTextMax,
  priceMax,
  swatchesMax,
} from './limits.ts';
import { freeText, HexColor, Label, WebUrl } from './text.ts';

/**
 * Labels of pictures in a request that the built-in image generator uses. All other labels are stored and passed to
 * external models.
 */
export const knownLabels = ['logo', 'product', 'lifestyle', 'packshot', 'reference'] as const;

export const ImageObject = z.strictObject({
  image_url: WebUrl.describe('URL of the picture.'),
  description: freeText(longTextMax).optional().describe('Content of the picture.'),
  labels: z
    .array(Label)
    .max(labelsMax)
    .optional()
    .describe(
      `Labels of the picture, in upper or lower case. ${knownLabels.map((label) => `\`${label}\``).join(', ')} say what the picture shows; other labels have no effect.`,
    ),
});
export type ImageObject = z.infer<typeof ImageObject>;

export const ImageObjects = z.array(ImageObject).max(imagesMax);

export const ImageObjectsOrNull = ImageObjects.nullable().transform((images) => images ?? []);

export const ColorSwatches = z
  .array(
    z.strictObject({
      hex: HexColor.describe('`#rgb`, `#rrggbb` or `#rrggbbaa`.'),
      label: freeText(labelMax).optional().describe('Name or use of the colour.'),
    }),
  )
  .max(swatchesMax);

export const copyTypes = ['headline', 'subheadline', 'cta', 'offer'] as const;

export const AdCopy = z.strictObject({
  copy_type: z.enum(copyTypes).describe('Role of the text.'),
  copy_text: freeText(copyTextMax).describe('The text.'),
  price: freeText(priceMax).optional().describe('Price; used only with `offer`.'),
});
export type AdCopy = z.infer<typeof AdCopy>;

export const AdCopies = z.array(AdCopy).max(copiesMax);

export const CallbackUrl = WebUrl.optional().describe(
  'URL that receives the finished job in a signed POST request, with the body of `GET /jobs/{job_id}`. Requires https:// unless the installation allows http.',
);
