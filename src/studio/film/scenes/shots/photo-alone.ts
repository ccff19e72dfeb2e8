import { type Box, inset, placedIn, wholeOf } from '../../../box.ts';
import type { Format } from '../../../format.ts';
import type { OpenPicture } from '../../../photo/open.ts';
import { photoLayer } from '../../../canvas/paint.ts';
import type { LayoutInput } from '../../../composition.ts';
import { emptyScene, flat, isCroppable } from '../../../layouts/layout.ts';
import { enlargement } from '../../../photo/crop.ts';
import { edgeColorOf } from '../../../photo/edge-color.ts';
import { keepsInFilm } from '../../../photo/kept-subject.ts';
import { filmUpscaleMax } from './photo-scale.ts';
import type { LayerOf, Scene } from '../../../scene.ts';
import { tightened } from './tighter-crop.ts';

/**
 * Draws a photo edge to edge without words, over which the film travels. A photo with few pixels is a band from side to
 * side, as high as its resolution allows.
 */
export function tourShot(input: LayoutInput): Scene | null {
  const { format, photo, roles } = input;
  if (!isCroppable(photo) || !input.noText) return null;
  const { width, height } = format;
  const sharpHeight = Math.min(height, photo.height * photo.scale * filmUpscaleMax);
  if (sharpHeight < bandMin * height) return null;
  const box = placedIn(wholeOf(format), { width, height: sharpHeight });
  const shown = photoLayer(photo, box, 0);
  return isFine(shown) ? emptyScene('tour', format, flat(format, roles.surface), shown) : null;
}

/** Minimum height of a band, as a share of the height of the canvas. */
const bandMin = 0.5;

const isFine = ({ picture, crop, box }: LayerOf<'photo'>): boolean =>
  enlargement(picture, crop, box) <= filmUpscaleMax && keepsInFilm(picture, crop);

/** Draws the part of a photo with its subject edge to edge, without words. */
export function closerShot(input: LayoutInput): Scene | null {
  const { format, photo, roles } = input;
  if (!isCroppable(photo) || !input.noText) return null;
  const wide = photoLayer(photo, wholeOf(format), 0);
  const shown = tightened(wide, 1);
  if (shown === wide) return null;
  return emptyScene('closer', format, flat(format, roles.surface), shown);
}

/** Draws a photo alone, as large as its resolution allows. */
export function photoAlone(input: LayoutInput): Scene | null {
  const { format, photo, roles } = input;
  if (!isCroppable(photo) || !input.noText) return null;
  const { width, height } = format;
  const scale = Math.min(1, Math.min(photo.width / width, photo.height / height) * photo.scale * filmUpscaleMax);
  const filling = photoLayer(photo, placedIn(wholeOf(format), { width: width * scale, height: height * scale }), 0);
  const fills = keepsInFilm(photo, filling.crop);
  const box = fills ? filling.box : wholeIn(format, photo);
  if (box.width < width * 0.4) return null;
  const shown = photoLayer(photo, box, box.height >= height ? 0 : 3 * format.u);
  // Around a photo that is shown whole, the colour of its edges looks less empty than the surface.
  return emptyScene('photo', format, flat(format, fills ? roles.surface : edgeColorOf(photo).color), shown);
}

/** Returns the largest box off the edges of the canvas in which all of a photo is seen. */
function wholeIn(format: Format, photo: OpenPicture): Box {
  const room = inset(wholeOf(format), format.margin);
  const most = photo.scale * filmUpscaleMax;
  const scale = Math.min(most, room.width / photo.width, room.height / photo.height);
  return placedIn(room, { width: photo.width * scale, height: photo.height * scale });
}
