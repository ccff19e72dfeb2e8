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

/** Labels that mean something to the studio; any other word is kept and passed on. */
export const knownLabels = ['logo', 'product', 'lifestyle', 'packshot', 'reference'] as const;

export const ImageObject = z.strictObject({
  image_url: WebUrl.describe('Where the picture is.'),
  description: freeText(longTextMax).optional().describe('What it shows.'),
  labels: z
    .array(Label)
    .max(labelsMax)
    .optional()
    .describe(
      `Free words in any case. ${knownLabels.map((label) => `\`${label}\``).join(', ')} mean something; others are passed on.`,
    ),
});
export type ImageObject = z.infer<typeof ImageObject>;

export const ImageObjects = z.array(ImageObject).max(imagesMax);

/** Where the key must be there and null says "I have none". */
export const ImageObjectsOrNull = ImageObjects.nullable().transform((images) => images ?? []);

export const ColorSwatches = z
  .array(
    z.strictObject({
      hex: HexColor.describe('`#rgb`, `#rrggbb` or `#rrggbbaa`.'),
      label: freeText(labelMax).optional().describe('What the colour is called or used for.'),
    }),
  )
  .max(swatchesMax);

export const copyTypes = ['headline', 'subheadline', 'cta', 'offer'] as const;

export const AdCopy = z.strictObject({
  copy_type: z.enum(copyTypes).describe('What the words are.'),
  copy_text: freeText(copyTextMax).describe('The words.'),
  price: freeText(priceMax).optional().describe('Used with `offer` only.'),
});
export type AdCopy = z.infer<typeof AdCopy>;

export const AdCopies = z.array(AdCopy).max(copiesMax);

export const CallbackUrl = WebUrl.optional().describe(
  'Where the finished job is posted to: the same JSON as `GET /jobs/{job_id}`. It begins with https:// unless the installation allows http. It is checked and kept; nothing is posted yet.',
);
