export const videoAspectRatios = ['9:16', '16:9', '1:1'] as const;

/** Width and height of a video in pixels, by its aspect ratio. */
export const videoSizes: Record<(typeof videoAspectRatios)[number], { width: number; height: number }> = {
  '9:16': { width: 1080, height: 1920 },
  '16:9': { width: 1920, height: 1080 },
  '1:1': { width: 1080, height: 1080 },
};
