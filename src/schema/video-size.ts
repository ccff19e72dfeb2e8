import type { videoAspectRatios } from './video-request.ts';

/** Width and height of a video in pixels, by its aspect ratio. */
export const videoSizes: Record<(typeof videoAspectRatios)[number], { width: number; height: number }> = {
  '9:16': { width: 1080, height: 1920 },
  '16:9': { width: 1920, height: 1080 },
  '1:1': { width: 1080, height: 1080 },
};
