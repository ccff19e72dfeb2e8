import type { Box, Size } from '../scene.ts';
import type { OpenPicture } from './open.ts';

/** How far a photo may be enlarged beyond its own pixels. */
export const upscaleMax = 1.5;

/**
 * The part of a picture that fills a box, its focus as near as can be to the wanted spot (in parts of the box). In pixels
 * of the open picture.
 */
export function coverCrop(picture: OpenPicture, box: Size, spot: readonly [number, number] = [0.5, 0.5]): Box {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const width = Math.min(picture.width, box.width / scale);
  const height = Math.min(picture.height, box.height / scale);
  const [focusX, focusY] = picture.analysis.focus;
  const place = (focus: number, side: number, part: number, at: number) =>
    Math.min(side - part, Math.max(0, focus * side - at * part));
  return {
    x: place(focusX, picture.width, width, spot[0]),
    y: place(focusY, picture.height, height, spot[1]),
    width,
    height,
  };
}

/** By how much the original's pixels are enlarged when the crop fills the box; below 1 they are reduced. */
export function enlargement(picture: OpenPicture, crop: Size, box: Size): number {
  return box.width / (crop.width * picture.scale);
}
