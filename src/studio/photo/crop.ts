import { type Box, overlap, partOf, type Size } from '../box.ts';
import type { OpenPicture } from './open.ts';
import { cutsOf, jamOf } from './subject-cuts.ts';

/** Largest factor by which a product, a screenshot, a poster or a picture of a film is enlarged. */
export const upscaleMax = 1.5;
/**
 * Largest factor by which a photo in an image is enlarged. It has no outline or label that would show the blur first.
 */
export const photoUpscaleMax = 2;

/** Returns the largest factor by which a picture that is not cut out may be enlarged in an image. */
export const upscaleMaxOf = ({ analysis: { kind } }: OpenPicture): number =>
  kind === 'photo' ? photoUpscaleMax : upscaleMax;

/**
 * Returns the part of a picture that fills a box, in pixels of the decoded picture. The part shows as much of the main
 * subject as possible. The picture's focus (the point that attracts the eye first) is near `spot`, which is a position
 * in fractions (0 to 1) of the box.
 */
export function coverCrop(picture: OpenPicture, box: Size, spot: readonly [number, number] = [0.5, 0.5]): Box {
  const { width, height } = coverSize(picture, box);
  const [focusX, focusY] = picture.analysis.focus;
  const place = (focus: number, side: number, part: number, at: number) =>
    Math.min(side - part, Math.max(0, focus * side - at * part));
  const wanted = { x: place(focusX, picture.width, width, spot[0]), y: place(focusY, picture.height, height, spot[1]) };
  return fullest(picture, { ...wanted, width, height });
}

export function coverSize(picture: Size, box: Size): Size {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  return { width: Math.min(picture.width, box.width / scale), height: Math.min(picture.height, box.height / scale) };
}

const places = Array.from({ length: 25 }, (_, i) => i / 24);

function fullest(picture: OpenPicture, wanted: Box): Box {
  const { subject } = picture.analysis;
  if (subject.total <= 0) return wanted;
  const [spareX, spareY] = [picture.width - wanted.width, picture.height - wanted.height];
  const crops = places.map((part) => ({ ...wanted, x: spareX * part, y: spareY * part }));
  const worth = (crop: Box) => {
    const moved = Math.hypot((crop.x - wanted.x) / picture.width, (crop.y - wanted.y) / picture.height);
    const kept = subject.in(partOf(crop, picture)) / subject.total;
    return kept - 0.2 * moved - harm(picture, crop) - (cutsLettering(picture, crop) ? 0.2 : 0);
  };
  return crops.reduce((best, next) => (worth(next) > worth(best) ? next : best), wanted);
}

/** Returns how much a crop harms the subject by what it cuts off, and by leaving no air around it. */
export function harm(picture: OpenPicture, crop: Box): number {
  const { top, bottom, left, right } = cutsOf(picture, crop);
  return top + bottom + left + right + jamOf(picture, crop);
}

/**
 * Maximum part (0 to 1) of a line of text in a picture that a crop may cut off. Cutting off more looks like a mistake.
 */
const lineLossMax = 0.04;

/**
 * Reports whether a crop cuts a line of text in the picture. Lines that are completely outside the crop do not count.
 */
export function cutsLettering(picture: OpenPicture, crop: Box): boolean {
  const part = partOf(crop, picture);
  return picture.analysis.lettering.some((line) => {
    const seen = overlap(line, part) / (line.width * line.height);
    return seen > lineLossMax && seen < 1 - lineLossMax;
  });
}

/**
 * Returns the part (0 to 1) of a picture's main subject that a crop contains. If the subject spans the picture's width,
 * the crop is compared only with the part of the subject in its own columns, because no crop contains all columns.
 */
export function subjectShare({ analysis: { subject, spans }, width, height }: OpenPicture, crop: Box): number {
  const part = partOf(crop, { width, height });
  const whole = spans ? subject.in({ ...part, y: 0, height: 1 }) : subject.total;
  return whole <= 0 ? 1 : subject.in(part) / whole;
}

/**
 * Returns the factor by which the pixels of the original picture are enlarged if the crop fills the box. The pixels are
 * reduced if the factor is below 1.
 */
export function enlargement(picture: OpenPicture, crop: Size, box: Size): number {
  return box.width / (crop.width * picture.scale);
}

/** Returns the part of a picture under a box of the canvas, in pixels of the decoded picture. */
export function cropUnder({ crop, box }: { crop: Box; box: Box }, { x, y, width, height }: Box): Box {
  const [sx, sy] = [crop.width / box.width, crop.height / box.height];
  return { x: crop.x + (x - box.x) * sx, y: crop.y + (y - box.y) * sy, width: width * sx, height: height * sy };
}
