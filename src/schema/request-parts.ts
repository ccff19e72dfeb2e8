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
  image_url: WebUrl,
  description: freeText(longTextMax).optional(),
  labels: z.array(Label).max(labelsMax).optional(),
});
export type ImageObject = z.infer<typeof ImageObject>;

export const ImageObjects = z.array(ImageObject).max(imagesMax);

/** Where the key must be there and null says "I have none". */
export const ImageObjectsOrNull = ImageObjects.nullable().transform((images) => images ?? []);

export const ColorSwatches = z
  .array(z.strictObject({ hex: HexColor, label: freeText(labelMax).optional() }))
  .max(swatchesMax);

export const copyTypes = ['headline', 'subheadline', 'cta', 'offer'] as const;

export const AdCopy = z.strictObject({
  copy_type: z.enum(copyTypes),
  copy_text: freeText(copyTextMax),
  price: freeText(priceMax).optional(),
});
export type AdCopy = z.infer<typeof AdCopy>;

export const AdCopies = z.array(AdCopy).max(copiesMax);
