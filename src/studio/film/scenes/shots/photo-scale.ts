/**
 * Largest factor by which a film enlarges the pixels of a photo. It moves and is seen for a moment, so that it shows the
 * blur later than an image.
 */
export const filmUpscaleMax = 2.8;
