import { type Box, type Size, partOf } from '../box.ts';
import { coverCrop, coverSize, enlargement, harm, photoUpscaleMax, subjectShare } from './crop.ts';
import { keepsSubject } from './kept-subject.ts';
import type { OpenPicture } from './open.ts';

export interface CropTarget {
  /**
   * Boxes that must not lie on the main subject of the picture, mostly those of texts, in fractions (0 to 1) of the
   * canvas.
   */
  clear: readonly Box[];
  /**
   * Wanted position of the picture's focus (the point that attracts the eye first), in fractions (0 to 1) of the
   * canvas.
   */
  spot: readonly [number, number];
}

export interface ClearCrop {
  crop: Box;
  /** Share (0 to 1) of the main subject, within the crop, that the texts of the ad cover. */
  covered: number;
  /** Part (0 to 1) of a text's box that lies on the main subject. If there are several texts, the largest such part. */
  touched: number;
  /** Part (0 to 1) of the picture's main subject that lies within the crop. */
  kept: number;
  /** True if the crop keeps the subject and cuts no line of text. */
  isWhole: boolean;
}

const zooms = [1, 1.1, 1.22, 1.36] as const;
const placesOf = (count: number) => Array.from({ length: count }, (_, i) => i / (count - 1));
const [line, grid] = [placesOf(13), placesOf(7)];

export function clearCrop(picture: OpenPicture, canvas: Size, target: CropTarget): ClearCrop {
  const { subject } = picture.analysis;
  const usual = coverCrop(picture, canvas, target.spot);
  if (subject.total <= 0) return { crop: usual, covered: 0, touched: 0, kept: 1, isWhole: true };
  const widest = coverSize(picture, canvas).width;
  let best: Judgement | null = null;
  for (const zoom of zooms) {
    for (const crop of zoom === 1 ? [usual, ...cropsAt(picture, canvas, zoom)] : cropsAt(picture, canvas, zoom)) {
      const next = { ...judged(picture, crop, target), zoom: widest / crop.width };
      if (best === null || worth(next) > worth(best)) best = next;
    }
    if (best !== null && isGood(best)) break;
  }
  return best ?? { crop: usual, covered: 1, touched: 1, kept: 0, isWhole: false };
}

const worth = ({ covered, touched, kept, isWhole, harmed, off, zoom }: Judgement) =>
  1.5 * kept - 4 * covered - 1.5 * touched - (isWhole ? 0 : 1) - harmed - 0.12 * off - 0.25 * (zoom - 1);

const isGood = ({ covered, touched, isWhole, harmed }: Judgement) =>
  covered < 0.01 && touched < 0.03 && isWhole && harmed < 0.03;

interface Judgement extends ClearCrop {
  /**
   * Distance between the picture's focus (the point that attracts the eye first) and its wanted position, in fractions
   * of the canvas.
   */
  off: number;
  /** How much the crop harms the subject by what it cuts off, and by leaving no air around it. */
  harmed: number;
  zoom: number;
}

function cropsAt(picture: OpenPicture, canvas: Size, zoom: number): Box[] {
  const whole = coverSize(picture, canvas);
  const [width, height] = [whole.width / zoom, whole.height / zoom];
  if (zoom > 1 && enlargement(picture, { width, height }, canvas) > photoUpscaleMax) return [];
  const [spareX, spareY] = [picture.width - width, picture.height - height];
  const places = spareX < 1 || spareY < 1 ? line : grid;
  const across = spareX < 1 ? [0] : places;
  const down = spareY < 1 ? [0] : places;
  return across.flatMap((x) => down.map((y) => ({ x: x * spareX, y: y * spareY, width, height })));
}

function judged(picture: OpenPicture, crop: Box, { clear, spot }: CropTarget): Omit<Judgement, 'zoom'> {
  const { subject, focus } = picture.analysis;
  const part = partOf(crop, picture);
  const inCrop = Math.max(1e-6, subject.in(part));
  const under = clear.map((box) => ({
    x: part.x + box.x * part.width,
    y: part.y + box.y * part.height,
    width: box.width * part.width,
    height: box.height * part.height,
  }));
  const masses = under.map((box) => subject.in(box));
  const covered = Math.min(1, masses.reduce((sum, mass) => sum + mass, 0) / inCrop);
  const kept = subjectShare(picture, crop);
  const off = Math.hypot((focus[0] - part.x) / part.width - spot[0], (focus[1] - part.y) / part.height - spot[1]);
  const touched = Math.max(0, ...under.map((box, i) => (masses[i] ?? 0) / subject.most(box)));
  return { crop, covered, touched, kept, off, harmed: harm(picture, crop), isWhole: keepsSubject(picture, crop) };
}
