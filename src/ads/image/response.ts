import { z } from 'zod';
import { resolutions } from '../../schema/aspect-ratio.ts';
import { Bytes, CommonResponse, DrawnCopy, FileUrl, Sha256 } from '../../schema/response-parts.ts';

export const ImageFile = z.object({
  url: FileUrl,
  aspect_ratio: z.string().describe('Aspect ratio as requested.'),
  resolution: z.enum(resolutions).describe('Resolution as requested.'),
  width: z.number().int().min(1).describe('Width in pixels.'),
  height: z.number().int().min(1).describe('Height in pixels.'),
  format: z.literal('png').describe('File format.'),
  bytes: Bytes,
  sha256: Sha256,
  alt_text: z.string().describe('Text alternative for the image.'),
});
export type ImageFile = z.infer<typeof ImageFile>;

export const ImageResponse = CommonResponse.extend({
  images: z.array(ImageFile).min(1).describe('One image for each aspect ratio, in the requested order.'),
  copy: DrawnCopy,
  concept: z.string().nullable().describe('Creative concept; null if `user_direction` replaced it.'),
});
export type ImageResponse = z.infer<typeof ImageResponse>;
