import { z } from 'zod';
import { JobPhase, JobType } from './adjob.ts';
import { resolutions } from './aspect-ratio.ts';
import { Brand } from './brand.ts';

const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the bytes, in hexadecimal.');
const FileUrl = z
  .string()
  .describe('Absolute address of the file. Needs no key; lives as long as the job can be read.');
const Bytes = z.number().int().min(0).describe('Size of the file in bytes.');

export const responseBytesMax = 65_536;
export const notesMax = 50;
export const noteCodePointsMax = 300;
export const checksMax = 100;

export const QualityResult = z
  .object({
    check: z.string().describe('Name of the rule.'),
    value: z.number().describe('What was measured.'),
    limit: z.number().describe('What it was held to.'),
    passed: z.boolean().describe('Whether it was kept.'),
  })
  .describe('One rule, measured on the finished work.');

export const Quality = z.object({
  passed: z.boolean().describe('Whether every check passed.'),
  checks: z.array(QualityResult).max(checksMax).describe('Every rule that was measured.'),
});

export const Provenance = z
  .object({
    generator: z.string().describe('What made the ad, with its version.'),
    model: z.string().describe('The model that made the picture or film, or the built-in studio.'),
    digital_source_type: z.string().describe('IPTC digital source type, as it is also written into the file.'),
  })
  .describe('Where the work comes from.');

/** What the responses of all ad types have in common. */
export const CommonResponse = z.object({
  brand: Brand.describe('What is known of the brand, and where each value was found.'),
  quality: Quality.describe('What was measured on the finished work.'),
  provenance: Provenance,
  credits: z.number().int().min(0).describe('Credits charged for the job.'),
  degraded: z.boolean().describe('True where the built-in studio stood in for a model.'),
  notes: z.array(z.string()).max(notesMax).describe('What was left out, and why: field, host and reason.'),
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
  .describe('The words that were really drawn; "" where nothing was.');

export const ImageFile = z.object({
  url: FileUrl,
  aspect_ratio: z.string().describe('As it was asked for.'),
  resolution: z.enum(resolutions).describe('As it was asked for.'),
  width: z.number().int().min(1).describe('Pixels.'),
  height: z.number().int().min(1).describe('Pixels.'),
  format: z.literal('png').describe('Kind of file.'),
  bytes: Bytes,
  sha256: Sha256,
  alt_text: z.string().describe('What the picture shows, for those who cannot see it.'),
});
export type ImageFile = z.infer<typeof ImageFile>;

export const ImageResponse = CommonResponse.extend({
  images: z.array(ImageFile).min(1).describe('One for each aspect ratio, in the order asked.'),
  copy: DrawnCopy,
  concept: z.string().nullable().describe('The creative idea; null where user_direction took its place.'),
});
export type ImageResponse = z.infer<typeof ImageResponse>;

export const VideoFile = z.object({
  url: FileUrl,
  width: z.number().int().min(1).describe('Pixels.'),
  height: z.number().int().min(1).describe('Pixels.'),
  duration_seconds: z.number().positive().describe('Length of the film.'),
  fps: z.number().positive().describe('Frames per second.'),
  format: z.literal('mp4').describe('Kind of file.'),
  bytes: Bytes,
  sha256: Sha256,
  has_audio: z.boolean().describe('Whether there is a sound track.'),
  thumbnail_url: FileUrl.describe('JPEG of one frame.'),
  captions_url: FileUrl.describe('WebVTT.'),
});
export type VideoFile = z.infer<typeof VideoFile>;

export const Scene = z.object({
  start_seconds: z.number().min(0).describe('When it begins.'),
  end_seconds: z.number().min(0).describe('When it ends.'),
  voiceover: z.string().describe('What is spoken.'),
  on_screen_text: z.string().describe('What is written.'),
  visual: z.string().describe('What is to be seen.'),
});
export type Scene = z.infer<typeof Scene>;

export const VideoResponse = CommonResponse.extend({
  video: VideoFile.describe('The film.'),
  narrative: z.string().describe('The story.'),
  script: z.string().describe('The words of the film, in order.'),
  scenes: z.array(Scene).describe('The film, scene by scene.'),
  copy: DrawnCopy.partial().describe('The words of the film; a key is absent where there is none.'),
});
export type VideoResponse = z.infer<typeof VideoResponse>;

export const JobId = z.guid().describe('Identifier returned at creation. Any case is accepted.');

/** The job as GET and the callback tell it: exactly these members. */
export const Job = z
  .object({
    job_id: JobId,
    type: JobType.describe('Which ad it is.'),
    status: JobPhase.describe('SUCCESS and FAILED are final.'),
    response: z
      .union([ImageResponse, VideoResponse])
      .nullable()
      .describe('The result; null until SUCCESS. An image_ad has `images`, a video_ad has `video`.'),
    error: z.string().nullable().describe('One sentence and a code in brackets; null until FAILED.'),
  })
  .describe('One ad in the making.');

export const CreatedJob = z
  .object({ job_id: JobId, type: JobType.describe('Which ad it is.') })
  .describe('The job was accepted; read it at the address in Location.');
