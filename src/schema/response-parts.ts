import { z } from 'zod';
import { Brand } from './brand.ts';
import { ModelRefusal } from './models-report.ts';

export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the file in hexadecimal.');
export const FileUrl = z
  .string()
  .describe('Absolute URL of the file. It requires no key and works as long as the job can be read.');
export const Bytes = z.number().int().min(0).describe('Size of the file in bytes.');

export const responseBytesMax = 65_536;
export const notesMax = 50;
export const noteCodePointsMax = 300;
export const checksMax = 100;
/** Maximum number of refused results of models in a response. */
export const refusalsMax = 20;
/** Maximum number of parts of the score of an image. */
const scorePartsMax = 30;

export const QualityResult = z
  .object({
    check: z.string().describe('Name of the check.'),
    value: z.number().describe('Measured value.'),
    limit: z.number().describe('Limit for the value.'),
    passed: z.boolean().describe('Whether the value is within the limit.'),
  })
  .describe('One check of the finished ad.');

const ScorePart = z.object({
  name: z.string().describe('Name of the measurement.'),
  value: z.number().min(0).max(1).describe('0 (bad) to 1 (good).'),
});

export const CompositionScore = z
  .object({
    aspect_ratio: z.string().describe('Aspect ratio of the image.'),
    layout: z.string().describe('Name of the layout.'),
    score: z.number().min(0).max(1).describe('Weighted mean of the parts, 0 to 1.'),
    parts: z.array(ScorePart).max(scorePartsMax).describe('Measurements of the composition.'),
  })
  .describe('How well an image is composed. The layout with the best score of up to eight is drawn.');

export const Quality = z.object({
  passed: z.boolean().describe('Whether every check passed.'),
  checks: z.array(QualityResult).max(checksMax).describe('All checks of the finished ad.'),
  scores: z.array(CompositionScore).optional().describe('Score of each image.'),
  model_refusals: z
    .array(ModelRefusal)
    .max(refusalsMax)
    .optional()
    .describe('Results of models that were not used, and why.'),
});

export const Provenance = z
  .object({
    generator: z.string().describe('Program that made the ad, with its version.'),
    model: z.string().describe('What made the image or video: a model, or the built-in studio.'),
    digital_source_type: z.string().describe('IPTC digital source type. It is also stored in the file.'),
  })
  .describe('Origin of the ad.');

export const CommonResponse = z.object({
  brand: Brand.describe('Brand data, with the source of each value.'),
  quality: Quality.describe('Quality checks of the finished ad.'),
  provenance: Provenance,
  credits: z.number().int().min(0).describe('Credits charged for the job.'),
  degraded: z.boolean().describe('True if the built-in studio made the ad because a model failed.'),
  notes: z.array(z.string()).max(notesMax).describe('Inputs that were not used, with field, host and reason.'),
});
export type CommonResponse = z.infer<typeof CommonResponse>;

export const DrawnCopy = z
  .object({
    headline: z.string().describe('Headline.'),
    subheadline: z.string().describe('Line below the headline.'),
    cta: z.string().describe('Call to action.'),
    offer: z.string().describe('Offer.'),
    price: z.string().describe('Price of the offer.'),
  })
  .describe('Text that is drawn in the ad; "" if none.');
