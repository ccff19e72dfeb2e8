import { oncePer } from '../../domain/once.ts';
import { type Box, partOf } from '../box.ts';
import { subjectShare } from './crop.ts';
import { WeightGrid } from './weight-grid.ts';
import type { OpenPicture } from './open.ts';

/** Shares (0 to 1) of a picture that a crop contains. */
export interface CropShares {
  /** Share of the main subject. */
  subject: number;
  /** Share of all detail. The main subject is a guess, and things that it misses, such as a cup on a table, are detail. */
  detail: number;
}

export function cropShares(picture: OpenPicture, crop: Box): CropShares {
  const detail = detailOf(picture);
  const share = detail.total <= 0 ? 1 : detail.in(partOf(crop, picture)) / detail.total;
  return { subject: subjectShare(picture, crop), detail: share };
}

/** Reports whether a crop contains at least these shares of a picture. */
export function containsShares(picture: OpenPicture, crop: Box, least: CropShares): boolean {
  const { subject, detail } = cropShares(picture, crop);
  return subject >= least.subject && detail >= least.detail;
}

/** Minimum share of the main subject in a crop that fills the canvas. */
const subjectMin = 0.6;
/** A crop needs no more than this share of the detail, even if it is most of the picture. */
const detailEnough = 0.55;
/** Detail of a crop compared with the mean detail of the picture. A crop with less shows a part without interest. */
const densityMin = 0.9;

/** Reports whether a crop, which may be a small part of the picture, shows its subject and not less detail than the rest. */
export function isRich(picture: OpenPicture, crop: Box): boolean {
  const share = (crop.width * crop.height) / (picture.width * picture.height);
  return containsShares(picture, crop, { subject: subjectMin, detail: Math.min(detailEnough, densityMin * share) });
}

/** Returns where the detail of a picture is. */
export const detailOf = oncePer(({ analysis: { busy, width, height } }: OpenPicture): WeightGrid => {
  const weights = busy.map((each) => each ** 1.5);
  return new WeightGrid(weights, { width, height });
});
