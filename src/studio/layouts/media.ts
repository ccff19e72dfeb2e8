import { photoLayer } from '../canvas/paint.ts';
import { type Box, inset, intersection, partOf, wholeOf } from '../box.ts';
import { contrastOf } from '../color.ts';
import { lastResort, type LayoutInput } from '../composition.ts';
import { cutsLettering, enlargement, cutsOf, subjectShare, photoUpscaleMax } from '../photo/crop.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { OpenPicture } from '../photo/open.ts';
import { seamlessOf } from '../photo/seamless.ts';
import type { Corners, Layer, LayerOf } from '../scene.ts';
import { groundOf, quiet, tinted } from './grounds.ts';
import { isCroppable } from './layout.ts';
import { productIn } from './product-place.ts';

export interface MediaShape {
  /** Radius of the corners, in pixels. Default: 0. */
  radius?: number;
  /** Corners that are round. Default: `all`. */
  corners?: Corners;
}

/** Reports whether an ad has a picture that can fill a box: a product without ground or a photo that may be cropped. */
export const hasMedia = ({ photo, product }: Pick<LayoutInput, 'photo' | 'product'>): boolean =>
  product !== null || isCroppable(photo);

/**
 * Fills a box with the picture of the ad: the photo, cropped around its subject, or the product on a ground of its own.
 * Returns null if the photo would lose too much of its subject or become blurred, or if the product would be too small.
 */
export function mediaIn(input: LayoutInput, box: Box, shape: MediaShape = {}): Layer[] | null {
  const { photo } = input;
  if (box.width <= 0 || box.height <= 0) return null;
  const product = input.product ?? onOwnGround(photo);
  if (product !== null) return productOn(input, product, box, shape);
  if (!isCroppable(photo)) return null;
  const layer = photoIn(photo, box, shape);
  const part = input.attempt === lastResort ? lastResortPart : 1;
  return layer !== null && showsSubject(photo, layer.crop, part) ? [layer] : null;
}

/** Returns the product of a photo that is not cut out, for a field in the colour of the photo's plain ground. */
const onOwnGround = (photo: OpenPicture | null): CutOut | null =>
  photo === null || photo.role === 'lifestyle' ? null : seamlessOf(photo);

/** Contrast of two grounds below which a field of the one on the other looks like a mistake. */
const fieldContrastMin = 1.6;

function productOn(
  input: LayoutInput,
  product: CutOut,
  box: Box,
  { radius = 0, corners = 'all' }: MediaShape,
): Layer[] | null {
  const own = groundOf(input.groundStyle, input.roles, 0.16).color;
  const other = (input.groundStyle === 'quiet' ? tinted(input.roles, 0.2) : quiet(input.roles)).color;
  const isField = product.ownGround !== undefined || contrastOf(own, other) >= fieldContrastMin;
  const color = product.ownGround ?? (isField ? other : own);
  const room = inset(intersection(box, wholeOf(input.format)), 5 * input.format.u);
  const placed = productIn(product, room, color, { fill: 0.94, standing: 0.55 });
  if (placed === null) return null;
  return isField ? [{ kind: 'fill', element: 'panel', box, color, radius, corners }, placed] : [placed];
}

/** Factor for the share of the subject that a crop must show in the last try, which is better than a small picture. */
const lastResortPart = 0.75;

function photoIn(photo: OpenPicture, box: Box, { radius = 0, corners = 'all' }: MediaShape): LayerOf<'photo'> | null {
  const layer = { ...photoLayer(photo, box, radius), corners };
  return enlargement(photo, layer.crop, box) <= photoUpscaleMax ? layer : null;
}

/** Returns the first box, of those from the most to the least wanted, that the picture of the ad can fill. */
export function firstMedia(
  input: LayoutInput,
  boxes: readonly Box[],
  shape: MediaShape = {},
): { box: Box; layers: Layer[] } | null {
  for (const box of boxes) {
    const layers = mediaIn(input, box, shape);
    if (layers !== null) return { box, layers };
  }
  return null;
}

/**
 * Minimum share of a photo's subject in a crop: for a picture of a product, for another picture, and for a picture in
 * which everything is subject, such as a crowd or a street.
 */
const keptMin = { product: 0.94, other: 0.78, everywhere: 0.5 } as const;
/** Maximum parts of the largest subject that a crop may cut off. */
const cutMax = { head: 0.06, sides: 0.12 } as const;
/** Share of a picture from which its subject counts as everywhere. */
const everywhereMin = 0.8;

/**
 * Reports whether a crop shows enough of the photo's subject, or this part of what is enough, and cuts no line of text.
 * A part below 1 is for the last try, in which only the head counts besides: a smaller picture would look worse.
 */
export function showsSubject(photo: OpenPicture, crop: Box, part = 1): boolean {
  const isEverywhere = isSubjectEverywhere(photo);
  const isProduct = photo.role === 'product' || photo.role === 'packshot';
  const least = isEverywhere ? keptMin.everywhere : isProduct ? keptMin.product : keptMin.other;
  if (subjectShare(photo, crop) < least * part) return false;
  const { head, sides } = isEverywhere ? { head: 0, sides: 0 } : cutsOf(photo, crop);
  if (part < 1) return head <= 3 * cutMax.head;
  return head <= cutMax.head && sides <= cutMax.sides && !cutsLettering(photo, crop);
}

const isSubjectEverywhere = ({ analysis: { subject, width, height } }: OpenPicture): boolean =>
  subject.total > everywhereMin * width * height;

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
