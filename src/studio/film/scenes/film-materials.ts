import type { Brief } from '../../brief.ts';
import type { Size } from '../../box.ts';
import { cutOutOf, openAll } from '../../materials.ts';
import { upscaleMax } from '../../photo/crop.ts';
import type { CutOut } from '../../photo/cut-out.ts';
import type { Logo } from '../../photo/logo.ts';
import type { OpenPicture } from '../../photo/open.ts';
import { subjectOf } from './subject-of.ts';

/** A picture as a film can use it: as a cut-out product, or as a photo, screenshot or poster. */
export interface FilmPicture {
  picture: OpenPicture;
  /** Null if the picture has no plain background, or is no picture of a product. */
  product: CutOut | null;
}

export interface FilmMaterials {
  /** Products that are cut out, best first. */
  products: FilmPicture[];
  /** Photos, screenshots and posters, best first. */
  photos: FilmPicture[];
  logo: Logo | null;
}

/** Maximum number of pictures in a film. Each shot shows one picture, and decoded pictures need much memory. */
const picturesMax = 4;
/** Factor by which decoded pictures are larger than the canvas needs, so that a shot can show a detail. */
const detail = 1.5;

export async function filmMaterials(brief: Brief, canvas: Size): Promise<FilmMaterials> {
  const { logo, pictures: opened } = await openAll(brief, canvas, { most: picturesMax, detail });
  const usable = opened
    .map(asLabelled)
    .map((picture): FilmPicture => ({ picture, product: cutOutOf(picture) }))
    .filter((each) => isLargeEnough(each, canvas));
  const pictures = withoutSmall(usable, canvas);
  return {
    products: pictures.filter(({ product }) => product !== null),
    photos: pictures.filter(({ product }) => product === null),
    logo,
  };
}

/** A white product on white can look like a screenshot. The label of the request says what it is. */
const asLabelled = (picture: OpenPicture): OpenPicture =>
  picture.role === 'packshot' && picture.analysis.kind === 'screenshot'
    ? { ...picture, analysis: { ...picture.analysis, kind: 'photo' } }
    : picture;

/** Share of the canvas below which a product is small. */
const smallBelow = 0.16;

/** Reports whether a product is small in any size, such as a long one on a tall canvas. */
function isSmall({ product }: FilmPicture, { width, height }: Size): boolean {
  if (product === null) return false;
  const scale = Math.min(width / product.width, height / product.height);
  return (product.width * product.height * scale * scale) / (width * height) < smallBelow;
}

/** Leaves out small products if another picture of a product is large. */
function withoutSmall(pictures: FilmPicture[], canvas: Size): FilmPicture[] {
  const large = pictures.filter((each) => !isSmall(each, canvas));
  return large.some(({ picture }) => subjectOf(picture) === 'product') ? large : pictures;
}

/**
 * Minimum length of the longer side of a picture, as a share of the canvas's short side. A shot with type alone looks
 * better than a smaller picture.
 */
const sideMin = 0.3;

function isLargeEnough({ picture, product }: FilmPicture, { width, height }: Size): boolean {
  const shown = product ?? picture;
  const longest = Math.max(shown.width, shown.height) * shown.scale * upscaleMax;
  return longest >= sideMin * Math.min(width, height);
}
