import { type Box, partOf } from '../box.ts';
import type { OpenPicture } from '../photo/open.ts';

/** Returns the share of a photo's visible subject, 0 to 1, that a box of the canvas would hide. */
export function hiddenBy(box: Box, { photo, crop, shown }: { photo: OpenPicture; crop: Box; shown: Box }): number {
  const { subject } = photo.analysis;
  const inCrop = subject.in(partOf(crop, photo));
  if (inCrop <= 0) return 0;
  const [sx, sy] = [crop.width / shown.width, crop.height / shown.height];
  const under = {
    x: crop.x + (box.x - shown.x) * sx,
    y: crop.y + (box.y - shown.y) * sy,
    width: box.width * sx,
    height: box.height * sy,
  };
  return subject.in(partOf(under, photo)) / inCrop;
}
