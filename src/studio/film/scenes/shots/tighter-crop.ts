import { type LayerOf } from '../../../scene.ts';
import type { Box } from '../../../box.ts';
import { enlargement } from '../../../photo/crop.ts';
import { isCloseUp, keepsInFilm } from '../../../photo/kept-subject.ts';
import { filmUpscaleMax } from './photo-scale.ts';
import { containsShares, cropShares } from '../../../photo/crop-shares.ts';
import { subjectOf } from '../subject-of.ts';

type Photo = LayerOf<'photo'>;

/** Zooms into a photo that was shown before, in the order in which they are tried. */
const zooms = [1.55, 1.4, 1.26] as const;
/**
 * Minimum shares of the wider crop that a closer one must contain. With less, it would show a part without interest.
 */
const sharesMin = { scene: { subject: 0.7, detail: 0.42 }, product: { subject: 0.9, detail: 0.6 } } as const;
/** Number of places that are tried along each side. */
const placesTried = 7;

/**
 * Returns a photo that was shown before as a detail: cropped more tightly around its subject, as far as its resolution
 * allows. The first time, and if every closer crop would lose the subject, the photo stays as it is.
 */
export function tightened(layer: Photo, repeats: number): Photo {
  const { picture, crop, box } = layer;
  if (repeats === 0) return layer;
  const whole = cropShares(picture, crop);
  const shares = sharesMin[subjectOf(picture) === 'product' ? 'product' : 'scene'];
  const least = { subject: shares.subject * whole.subject, detail: shares.detail * whole.detail };
  const zoomMax = filmUpscaleMax / enlargement(picture, crop, box);
  const closer = zooms
    .filter((zoom) => zoom <= zoomMax)
    .map((zoom) => richest(layer, zoom))
    .find(
      (tighter) =>
        (containsShares(picture, tighter, least) && keepsInFilm(picture, tighter)) || isCloseUp(picture, tighter),
    );
  return closer === undefined ? layer : { ...layer, crop: closer };
}

/** Returns the part of a crop that contains most of the subject and of the detail of the photo. */
function richest({ picture, crop }: Photo, zoom: number): Box {
  const [width, height] = [crop.width / zoom, crop.height / zoom];
  const places = Array.from({ length: placesTried }, (_, at) => at / (placesTried - 1));
  const parts = places.flatMap((across) =>
    places.map((down) => ({
      x: crop.x + (crop.width - width) * across,
      y: crop.y + (crop.height - height) * down,
      width,
      height,
    })),
  );
  const worth = (part: Box) => {
    const { subject, detail } = cropShares(picture, part);
    return subject + detail;
  };
  return parts.reduce((best, next) => (worth(next) > worth(best) ? next : best));
}
