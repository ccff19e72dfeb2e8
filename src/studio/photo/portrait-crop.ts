import type { Box, Size } from '../box.ts';
import { enlargement, photoUpscaleMax } from './crop.ts';
import type { OpenPicture } from './open.ts';

/** Sides of the square, as multiples of the width and the height of the subject. */
const ofWidth = 1.1;
const ofHeight = 0.6;
/** Free share of the square above the head. */
const above = 0.1;

/**
 * Returns a square part of a photo around the head and shoulders of its main subject. The head is never cut. Returns
 * null if the square would be enlarged too much.
 */
export function portraitCrop(picture: OpenPicture, box: Size): Box | null {
  const { analysis, width, height } = picture;
  const [largest] = analysis.subjects.toSorted((a, b) => b.width * b.height - a.width * a.height);
  const most = Math.min(width, height);
  const subject = largest ?? { x: 0.1, y: 0.1, width: 0.8, height: 0.8 };
  const wanted = Math.max(ofWidth * subject.width * width, ofHeight * subject.height * height);
  const least = box.width / (photoUpscaleMax * picture.scale);
  const side = Math.min(most, Math.max(wanted, least));
  const middle = (subject.x + subject.width / 2) * width;
  const crop = {
    x: Math.max(0, Math.min(width - side, middle - side / 2)),
    y: Math.max(0, Math.min(height - side, subject.y * height - above * side)),
    width: side,
    height: side,
  };
  return enlargement(picture, crop, box) <= photoUpscaleMax ? crop : null;
}
