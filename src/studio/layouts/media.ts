import { photoLayer } from '../canvas/paint.ts';
import { type Box, inset, intersection, wholeOf } from '../box.ts';
import { contrastOf } from '../color.ts';
import { lastResort, type LayoutInput } from '../composition.ts';
import { enlargement, photoUpscaleMax } from '../photo/crop.ts';
import type { CutOut } from '../photo/cut-out.ts';
import { keepsSubject } from '../photo/kept-subject.ts';
import type { OpenPicture } from '../photo/open.ts';
import { cornersHide } from './round-corners.ts';
import { fittedPhoto } from './fitted-photo.ts';
import { seamlessOf } from '../photo/seamless.ts';
import type { Corners, Layer, LayerOf } from '../scene.ts';
import { groundOf, quiet, tinted } from './grounds.ts';
import { isCroppable } from './layout.ts';
import { productIn } from './product-place.ts';

/**
 * How a photo fills a box: all of it; or, if its subject would be cut, a large part of the box; or any part, before the
 * photo is left out.
 */
export type Fit = 'filling' | 'fitted' | 'small';

/** Returns the fits for a try of a composition, the most wanted first. */
export const fitsFor = ({ attempt }: Pick<LayoutInput, 'attempt'>): readonly Fit[] =>
  attempt < lastResort ? ['filling'] : allFits;

/** Fits for layouts that are made for the texts of an ad, for which another layout is no substitute. */
export const allFits: readonly Fit[] = ['filling', 'fitted', 'small'];

/** Minimum share of the canvas for a photo that does not fill its box. */
const areaMin = { fitted: 0.16, small: 0.06 } as const;

export interface MediaShape {
  /** Radius of the corners, in pixels. Default: 0. */
  radius?: number;
  /** Corners that are round. Default: `all`. */
  corners?: Corners;
  /** Default: `filling`; those of the try if several boxes are tried. */
  fit?: Fit;
}

/** Reports whether an ad has a picture that can fill a box: a product without ground or a photo that may be cropped. */
export const hasMedia = ({ photo, product }: Pick<LayoutInput, 'photo' | 'product'>): boolean =>
  product !== null || isCroppable(photo);

/**
 * Fills a box with the picture of the ad: the photo, cropped around its subject, or the product on a ground of its own.
 * Returns null if the photo would lose a part of its subject or become blurred, or if the product would be too small.
 */
export function mediaIn(input: LayoutInput, box: Box, shape: MediaShape = {}): Layer[] | null {
  const { photo } = input;
  if (box.width <= 0 || box.height <= 0) return null;
  const product = input.product ?? onOwnGround(photo);
  if (product !== null) return productOn(input, product, box, shape);
  if (!isCroppable(photo)) return null;
  const filling = photoIn(photo, box, shape);
  if (filling !== null) return [filling];
  const whole = seamlessOf(photo);
  if (whole !== null) return productOn(input, whole, box, shape);
  return fittedIn(input, box, shape);
}

function fittedIn(input: LayoutInput, box: Box, shape: MediaShape): Layer[] | null {
  const { fit = 'filling', corners = 'all' } = shape;
  const { photo } = input;
  if (fit === 'filling' || corners !== 'all' || !isCroppable(photo)) return null;
  return fittedPhoto(input, box, {
    areaMin: areaMin[fit],
    photoIn: (part, radius) => photoIn(photo, part, { ...shape, radius: shape.radius ?? radius }),
  });
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
  const own = groundOf(input.groundStyle, input.roles).color;
  const other = (input.groundStyle === 'quiet' ? tinted(input.roles, 0.2) : quiet(input.roles)).color;
  const isField = product.ownGround !== undefined || contrastOf(own, other) >= fieldContrastMin;
  const color = product.ownGround ?? (isField ? other : own);
  const room = inset(intersection(box, wholeOf(input.format)), 5 * input.format.u);
  const placed = productIn(product, room, color, { fill: 0.94, standing: 0.55 });
  if (placed === null) return null;
  return isField ? [{ kind: 'fill', element: 'panel', box, color, radius, corners }, placed] : [placed];
}

/** Returns the photo in a box, or null if a crop or a round corner would cut its subject, or if it would become blurred. */
function photoIn(photo: OpenPicture, box: Box, { radius = 0, corners = 'all' }: MediaShape): LayerOf<'photo'> | null {
  const layer = { ...photoLayer(photo, box, radius), corners };
  const isSharp = enlargement(photo, layer.crop, box) <= photoUpscaleMax;
  return isSharp && keepsSubject(photo, layer.crop) && cornersHide(layer) <= cornersMax ? layer : null;
}

/** Maximum share of the subject, 0 to 1, that the round corners of a photo may hide. */
const cornersMax = 0.02;

/** Returns the first box, of those from the most to the least wanted, that the picture of the ad can fill. */
export function firstMedia(
  input: LayoutInput,
  boxes: readonly Box[],
  shape: MediaShape = {},
): { box: Box; layers: Layer[] } | null {
  for (const fit of shape.fit === undefined ? fitsFor(input) : [shape.fit])
    for (const box of boxes) {
      const layers = mediaIn(input, box, { ...shape, fit });
      if (layers !== null) return { box, layers };
    }
  return null;
}
