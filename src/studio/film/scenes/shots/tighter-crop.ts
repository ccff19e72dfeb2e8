import { cutsLettering, enlargement, upscaleMax } from '../../../photo/crop.ts';
import type { Layer } from '../../../scene.ts';

type Photo = Extract<Layer, { kind: 'photo' }>;

/** Largest zoom into a photo that was shown before. */
const zoomMax = 1.55;
/** A smaller zoom would look like the same picture again. */
const zoomMin = 1.18;

/**
 * Returns a photo that was shown before as a detail: cropped more tightly around its focus, as far as its resolution
 * allows. The first time, the photo stays as it is.
 */
export function tightened(layer: Photo, repeats: number): Photo {
  const { picture, crop, box } = layer;
  const zoom = Math.min(zoomMax, upscaleMax / enlargement(picture, crop, box));
  if (repeats === 0 || zoom < zoomMin) return layer;
  const [width, height] = [crop.width / zoom, crop.height / zoom];
  const [focusX, focusY] = picture.analysis.focus;
  const within = (center: number, length: number, from: number, whole: number) =>
    Math.min(from + whole - length, Math.max(from, center - length / 2));
  const tighter = {
    x: within(focusX * picture.width, width, crop.x, crop.width),
    y: within(focusY * picture.height, height, crop.y, crop.height),
    width,
    height,
  };
  return cutsLettering(picture, tighter) ? layer : { ...layer, crop: tighter };
}
