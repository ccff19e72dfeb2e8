import { type Box, overlap, type Size } from '../scene.ts';
import type { OpenPicture } from './open.ts';

/** Largest enlargement of a photo beyond its own pixels. */
export const upscaleMax = 1.5;

/**
 * Returns the part of a picture that fills a box, with as much of the subject as possible and the focus near the wanted
 * spot (in parts of the box). In pixels of the open picture.
 */
export function coverCrop(picture: OpenPicture, box: Size, spot: readonly [number, number] = [0.5, 0.5]): Box {
  const { width, height } = coverSize(picture, box);
  const [focusX, focusY] = picture.analysis.focus;
  const place = (focus: number, side: number, part: number, at: number) =>
    Math.min(side - part, Math.max(0, focus * side - at * part));
  const wanted = { x: place(focusX, picture.width, width, spot[0]), y: place(focusY, picture.height, height, spot[1]) };
  return fullest(picture, { ...wanted, width, height });
}

/** Largest part of a picture with the shape of the box. */
export function coverSize(picture: Size, box: Size): Size {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  return { width: Math.min(picture.width, box.width / scale), height: Math.min(picture.height, box.height / scale) };
}

/** Positions tried for a crop. */
const places = Array.from({ length: 17 }, (_, i) => i / 16);

/** Moves the crop to the nearest position with the most of the subject. */
function fullest(picture: OpenPicture, wanted: Box): Box {
  const { subject } = picture.analysis;
  if (subject.total <= 0) return wanted;
  const [spareX, spareY] = [picture.width - wanted.width, picture.height - wanted.height];
  const crops = places.map((part) => ({ ...wanted, x: spareX * part, y: spareY * part }));
  const worth = (crop: Box) => {
    const moved = Math.hypot((crop.x - wanted.x) / picture.width, (crop.y - wanted.y) / picture.height);
    const kept = subject.in(partOf(crop, picture)) / subject.total;
    return kept - 0.2 * moved - (cutsLettering(picture, crop) ? 1 : 0);
  };
  return crops.reduce((best, next) => (worth(next) > worth(best) ? next : best), wanted);
}

/** Part of a line of lettering that may be lost at an end before the line looks cut. */
const lineLossMax = 0.04;

/** Reports whether a crop cuts a line of lettering. Lines wholly outside do not count. */
export function cutsLettering(picture: OpenPicture, crop: Box): boolean {
  const part = partOf(crop, picture);
  return picture.analysis.lettering.some((line) => {
    const seen = overlap(line, part) / (line.width * line.height);
    return seen > lineLossMax && seen < 1 - lineLossMax;
  });
}

/** Least part of the subject in a crop that still shows the subject. */
const subjectMin = 0.5;

/** Reports whether a crop keeps at least half of the subject and cuts no lettering. */
export function showsWell(picture: OpenPicture, crop: Box): boolean {
  return keptOf(picture, crop) >= subjectMin && !cutsLettering(picture, crop);
}

/** Part of the subject in a crop. If the subject spans the width, only the width of the crop counts. */
export function keptOf({ analysis: { subject, spans }, width, height }: OpenPicture, crop: Box): number {
  const part = partOf(crop, { width, height });
  const whole = spans ? subject.in({ ...part, y: 0, height: 1 }) : subject.total;
  return whole <= 0 ? 1 : subject.in(part) / whole;
}

/** Factors tried for a photo's usual share of the canvas: less height below the text, more width beside it. */
export const shareParts = { below: [1, 0.8, 0.64, 0.5, 0.4], beside: [1, 1.2, 1.35] } as const;

/** Converts a box to parts of the box around it. */
export const partOf = (box: Box, { width, height }: Size): Box => ({
  x: box.x / width,
  y: box.y / height,
  width: box.width / width,
  height: box.height / height,
});

/** Enlargement of the original's pixels if the crop fills the box; below 1 they are reduced. */
export function enlargement(picture: OpenPicture, crop: Size, box: Size): number {
  return box.width / (crop.width * picture.scale);
}
