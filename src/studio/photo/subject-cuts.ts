import { type Box, partOf } from '../box.ts';
import { hasNoSubject } from './no-subject.ts';
import type { OpenPicture } from './open.ts';
import { plainRim } from './plain-rim.ts';

/** Parts (0 to 1) of the box around a photo's subject that a crop cuts off: of its height or of its width. */
export interface Cuts {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const worstOf = ({ top, bottom, left, right }: Cuts): number => Math.max(top, bottom, left, right);

const noCuts: Cuts = { top: 0, bottom: 0, left: 0, right: 0 };

/** Distance of a subject from an edge of its photo, as a share of the photo, up to which the photo itself cuts it. */
const rim = 0.012;

/** Part of a subject that a crop may cut off at an edge at which the photo itself cuts the subject. */
const freeShare = { side: 0.12, foot: 0.3 } as const;

/**
 * Returns the parts of a subject, whose box is given, that a crop may cut off at each edge: a part at an edge at which
 * the photo itself cuts the subject, and everything if the photo cuts it on both sides. Nothing at the top, where the
 * head of a person is, and nothing of an object on a plain ground that the photo shows whole.
 */
export function freeParts(picture: OpenPicture, { x, y, width, height }: Box): Cuts {
  if (plainRim(picture) !== null) return noCuts;
  const isCut = { left: x <= rim, right: x + width >= 1 - rim };
  const side = isCut.left && isCut.right ? 1 : freeShare.side;
  return {
    top: 0,
    bottom: y + height >= 1 - rim ? freeShare.foot : 0,
    left: isCut.left ? side : 0,
    right: isCut.right ? side : 0,
  };
}

/** Share of a picture from which its subject counts as everywhere. */
const everywhereMin = 0.8;

/** Reports whether a picture has a subject with edges: not if everything is subject, or if it shows a place. */
export function hasEdges(picture: OpenPicture): boolean {
  const { subject, width, height } = picture.analysis;
  return subject.total <= everywhereMin * width * height && !hasNoSubject(picture);
}

/** Returns what a crop cuts off the subject beyond its free parts. */
export function cutsOf(picture: OpenPicture, crop: Box): Cuts {
  const { subjectBox: box } = picture.analysis;
  if (box === null || !hasEdges(picture)) return noCuts;
  const part = partOf(crop, picture);
  const free = freeParts(picture, box);
  const across = (beyond: number) => beyond / box.width;
  const down = (beyond: number) => beyond / box.height;
  return {
    top: Math.max(0, down(part.y - box.y) - free.top),
    bottom: Math.max(0, down(box.y + box.height - part.y - part.height) - free.bottom),
    left: Math.max(0, across(part.x - box.x) - free.left),
    right: Math.max(0, across(box.x + box.width - part.x - part.width) - free.right),
  };
}

/** Wanted distance of a subject from the edges of its crop, as a share of the crop. */
const airWanted = 0.04;

/**
 * Returns how much a subject is jammed against the edges of a crop: what its distances from them lack, as shares of the
 * crop. No more is wanted than the photo has.
 */
export function jamOf(picture: OpenPicture, crop: Box): number {
  const { subjectBox: box } = picture.analysis;
  if (box === null || !hasEdges(picture)) return 0;
  const part = partOf(crop, picture);
  const lack = (inCrop: number, inPhoto: number): number =>
    Math.max(0, Math.min(airWanted, inPhoto) - Math.max(0, inCrop));
  const [right, foot] = [box.x + box.width, box.y + box.height];
  return (
    lack((box.x - part.x) / part.width, box.x / part.width) +
    lack((part.x + part.width - right) / part.width, (1 - right) / part.width) +
    lack((box.y - part.y) / part.height, box.y / part.height) +
    lack((part.y + part.height - foot) / part.height, (1 - foot) / part.height)
  );
}
