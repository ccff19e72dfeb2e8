import type { Box, Size } from '../scene.ts';
import { coverCrop, coverSize, cutsLettering, enlargement, partOf, upscaleMax } from './crop.ts';
import type { OpenPicture } from './open.ts';

export interface ClearWish {
  /** What must not lie on the subject, in parts of the canvas. */
  clear: readonly Box[];
  /** Where the subject should come to lie, in parts of the canvas. */
  spot: readonly [number, number];
}

export interface ClearCrop {
  crop: Box;
  /** Part of the subject in the crop that lies under what should be clear of it. */
  covered: number;
  /** Largest part of one of these that lies on the subject. */
  touched: number;
  /** Part of the subject that is in the crop. */
  kept: number;
  /** Words in the picture are cut by the crop's edge. */
  cuts: boolean;
}

/** How much nearer than need be the photo may be taken. */
const zooms = [1, 1.1, 1.22, 1.36] as const;
/** Places across and down that are tried. */
const places = Array.from({ length: 13 }, (_, i) => i / 12);

/** The crop that fills the canvas, frees the wanted boxes of the subject and keeps most of it. */
export function clearCrop(picture: OpenPicture, canvas: Size, wish: ClearWish): ClearCrop {
  const { subject } = picture.analysis;
  const usual = coverCrop(picture, canvas, wish.spot);
  if (subject.total <= 0) return { crop: usual, covered: 0, touched: 0, kept: 1, cuts: false };
  const crops = [usual, ...zooms.flatMap((zoom) => cropsAt(picture, canvas, zoom))];
  const widest = coverSize(picture, canvas).width;
  const judgements = crops.map((crop) => ({ ...judged(picture, crop, wish), zoom: widest / crop.width }));
  const worth = ({ covered, touched, kept, cuts, off, zoom }: Judgement) =>
    1.5 * kept - 4 * covered - 1.5 * touched - (cuts ? 1 : 0) - 0.12 * off - 0.25 * (zoom - 1);
  return judgements.reduce((best, next) => (worth(next) > worth(best) ? next : best));
}

interface Judgement extends ClearCrop {
  /** Distance of the focus from the wanted spot, in canvases. */
  off: number;
  zoom: number;
}

function cropsAt(picture: OpenPicture, canvas: Size, zoom: number): Box[] {
  const whole = coverSize(picture, canvas);
  const [width, height] = [whole.width / zoom, whole.height / zoom];
  if (zoom > 1 && enlargement(picture, { width, height }, canvas) > upscaleMax) return [];
  const [spareX, spareY] = [picture.width - width, picture.height - height];
  const across = spareX < 1 ? [0] : places;
  const down = spareY < 1 ? [0] : places;
  return across.flatMap((x) => down.map((y) => ({ x: x * spareX, y: y * spareY, width, height })));
}

function judged(picture: OpenPicture, crop: Box, { clear, spot }: ClearWish): Omit<Judgement, 'zoom'> {
  const { subject, focus } = picture.analysis;
  const part = partOf(crop, picture);
  const inCrop = Math.max(1e-6, subject.in(part));
  const under = clear.map((box) => ({
    x: part.x + box.x * part.width,
    y: part.y + box.y * part.height,
    width: box.width * part.width,
    height: box.height * part.height,
  }));
  const covered = Math.min(1, under.reduce((sum, box) => sum + subject.in(box), 0) / inCrop);
  const kept = inCrop / subject.total;
  const off = Math.hypot((focus[0] - part.x) / part.width - spot[0], (focus[1] - part.y) / part.height - spot[1]);
  const touched = Math.max(0, ...under.map((box) => subject.share(box)));
  return { crop, covered, touched, kept, off, cuts: cutsLettering(picture, crop) };
}
