import { z } from 'zod';
import { JobPhase, JobType } from './adjob.ts';
import { resolutions } from './aspect-ratio.ts';
import { Brand } from './brand.ts';

const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the file in hexadecimal.');
const FileUrl = z
  .string()
  .describe('Absolute URL of the file. It requires no key and works as long as the job can be read.');
const Bytes = z.number().int().min(0).describe('Size of the file in bytes.');

export const responseBytesMax = 65_536;
export const notesMax = 50;
export const noteCodePointsMax = 300;
export const checksMax = 100;

export const QualityResult = z
  .object({
    check: z.string().describe('Name of the check.'),
    value: z.number().describe('Measured value.'),
    limit: z.number().describe('Limit for the value.'),
    passed: z.boolean().describe('Whether the value is within the limit.'),
  })
  .describe('One check of the finished ad.');

export const Quality = z.object({
  passed: z.boolean().describe('Whether every check passed.'),
  checks: z.array(QualityResult).max(checksMax).describe('All checks of the finished ad.'),
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

export const VideoFile = z.object({
  url: FileUrl,
  width: z.number().int().min(1).describe('Width in pixels.'),
  height: z.number().int().min(1).describe('Height in pixels.'),
  duration_seconds: z.number().positive().describe('Length of the video in seconds.'),
  fps: z.number().positive().describe('Frames per second.'),
  format: z.literal('mp4').describe('File format.'),
  bytes: Bytes,
  sha256: Sha256,
  has_audio: z.boolean().describe('Whether the video has a sound track.'),
  thumbnail_url: FileUrl.describe('URL of one frame of the video, as JPEG.'),
  captions_url: FileUrl.describe('URL of the captions as WebVTT.'),
});
export type VideoFile = z.infer<typeof VideoFile>;

export const Scene = z.object({
  start_seconds: z.number().min(0).describe('Start of the scene in seconds.'),
  end_seconds: z.number().min(0).describe('End of the scene in seconds.'),
  voiceover: z.string().describe('Spoken text.'),
  on_screen_text: z.string().describe('Text on the screen.'),
  visual: z.string().describe('Description of the picture.'),
});
export type Scene = z.infer<typeof Scene>;

export const VideoResponse = CommonResponse.extend({
  video: VideoFile.describe('The video file.'),
  narrative: z.string().describe('Story of the video.'),
  script: z.string().describe('Text of the video in order.'),
  scenes: z.array(Scene).describe('Scenes of the video in order.'),
  copy: DrawnCopy.partial().describe(
    'Texts of the request or a page that the video shows. Fields without text are absent.',
  ),
});
export type VideoResponse = z.infer<typeof VideoResponse>;

export const JobId = z.guid().describe('Id of the job. Upper and lower case are accepted.');

export const Job = z
  .object({
    job_id: JobId,
    type: JobType.describe('Type of the ad.'),
    status: JobPhase.describe('SUCCESS and FAILED are final.'),
    response: z
      .union([ImageResponse, VideoResponse])
      .nullable()
      .describe('The result; null unless `status` is SUCCESS. An image_ad has `images`, a video_ad has `video`.'),
    error: z
      .string()
      .nullable()
      .describe('A sentence followed by an error code in brackets; null unless `status` is FAILED.'),
  })
  .describe('A job that makes one ad.');

export const CreatedJob = z
  .object({ job_id: JobId, type: JobType.describe('Type of the ad.') })
  .describe('The accepted job. Location contains its URL.');
