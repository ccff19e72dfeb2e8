import { z } from 'zod';
import { Bytes, CommonResponse, DrawnCopy, FileUrl, Sha256 } from '../../schema/response-parts.ts';

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

export const SceneSummary = z.object({
  start_seconds: z.number().min(0).describe('Start of the scene in seconds.'),
  end_seconds: z.number().min(0).describe('End of the scene in seconds.'),
  voiceover: z.string().describe('Spoken text.'),
  on_screen_text: z.string().describe('Text on the screen.'),
  visual: z.string().describe('Description of the picture.'),
  filmed_by: z
    .string()
    .optional()
    .describe('Model whose clip the scene shows, as `provider/model`. Absent for a scene that the studio drew.'),
});
export type SceneSummary = z.infer<typeof SceneSummary>;

export const VideoResponse = CommonResponse.extend({
  video: VideoFile.describe('The video file.'),
  narrative: z.string().describe('Story of the video.'),
  script: z.string().describe('Text of the video in order.'),
  scenes: z.array(SceneSummary).describe('Scenes of the video in order.'),
  copy: DrawnCopy.partial().describe(
    'Texts of the request or a page that the video shows. Fields without text are absent.',
  ),
});
export type VideoResponse = z.infer<typeof VideoResponse>;
