import { oncePer } from '../once-per.ts';
import { type Box, partOf } from '../box.ts';
import { keptOf } from './crop.ts';
import { Mass } from './mass.ts';
import type { OpenPicture } from './open.ts';

/** Shares (0 to 1) of a picture that a crop contains. */
export interface Kept {
  /** Share of the main subject. */
  subject: number;
  /** Share of all detail. The main subject is a guess, and things that it misses, such as a cup on a table, are detail. */
  detail: number;
}

export function kept(picture: OpenPicture, crop: Box): Kept {
  const detail = detailOf(picture);
  const share = detail.total <= 0 ? 1 : detail.in(partOf(crop, picture)) / detail.total;
  return { subject: keptOf(picture, crop), detail: share };
}

/** Reports whether a crop contains at least these shares of a picture. */
export function keeps(picture: OpenPicture, crop: Box, least: Kept): boolean {
  const { subject, detail } = kept(picture, crop);
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
  return keeps(picture, crop, { subject: subjectMin, detail: Math.min(detailEnough, densityMin * share) });
}

const detailOf = oncePer(({ analysis: { busy, width, height } }: OpenPicture): Mass => {
  const weights = busy.map((each) => each ** 1.5);
  return new Mass(weights, { width, height });
});
