import { type Box, partOf } from '../box.ts';
import { cutsLettering, subjectShare } from './crop.ts';
import type { OpenPicture } from './open.ts';
import { cutsOf, hasEdges } from './subject-cuts.ts';

/** Maximum parts of the box around a subject that a crop may cut off at an edge. */
interface CutMax {
  top: number;
  bottom: number;
  side: number;
}

const unseen: CutMax = { top: 0.02, bottom: 0.03, side: 0.02 };

/**
 * Limits by what a picture shows: as little as no one sees of a product. In a still ad, the feet and sides of a scene may
 * leave the picture rather than the picture become a small card; a guess may be wrong, so it may lose more.
 */
const stillMax = {
  product: unseen,
  scene: { top: 0.03, bottom: 0.15, side: 0.12 },
  guess: { top: 0.03, bottom: 0.25, side: 0.2 },
} as const;
const filmMax = { product: unseen, scene: unseen, guess: { top: 0.03, bottom: 0.12, side: 0.06 } } as const;

/**
 * Minimum share of a photo's subject in a crop. Only a subject that the photo itself cuts at an edge can lose more than
 * the fringe of its outline. What is found of a product by colours alone may lack its cap, so nearly all of it is kept.
 * `everywhere` is for a picture in which everything is subject, such as a crowd or a street.
 */
const shareMin = { subject: 0.62, guessedProduct: 0.94, everywhere: 0.5 } as const;

/**
 * Reports whether a crop of a still ad keeps the subject of its photo. Guarantee: it keeps each edge of the box around all
 * objects of the subject within the limits, unless the photo itself cuts the subject at this edge, and cuts no line of
 * text.
 */
export const keepsSubject = (picture: OpenPicture, crop: Box): boolean => keeps(picture, crop, stillMax);

/** Reports the same for a film, whose crops move: what is cut off for a moment looks like a mistake. */
export const keepsInFilm = (picture: OpenPicture, crop: Box): boolean => keeps(picture, crop, filmMax);

function keeps(picture: OpenPicture, crop: Box, limits: typeof stillMax | typeof filmMax): boolean {
  if (cutsLettering(picture, crop)) return false;
  if (!hasEdges(picture)) return subjectShare(picture, crop) >= shareMin.everywhere;
  const isGuessed = isProduct(picture) && picture.mask === undefined;
  const least = isGuessed ? shareMin.guessedProduct : shareMin.subject;
  return subjectShare(picture, crop) >= least && hasFewCuts(picture, crop, limits);
}

const isProduct = ({ role }: OpenPicture): boolean => role === 'product' || role === 'packshot';

function hasFewCuts(picture: OpenPicture, crop: Box, limits: typeof stillMax | typeof filmMax): boolean {
  const { top, bottom, left, right } = cutsOf(picture, crop);
  const most = limits[isProduct(picture) ? 'product' : picture.analysis.isSubjectSure ? 'scene' : 'guess'];
  return top <= most.top && bottom <= most.bottom && Math.max(left, right) <= most.side;
}

/** Share of a crop that its subject fills in a close-up. */
const filledMin = 0.96;

/** Reports whether a crop is so close that a product extends beyond it on purpose, like a label that fills the frame. */
export const isCloseUp = (picture: OpenPicture, crop: Box): boolean =>
  isProduct(picture) &&
  picture.analysis.subject.share(partOf(crop, picture)) >= filledMin &&
  !cutsLettering(picture, crop);
