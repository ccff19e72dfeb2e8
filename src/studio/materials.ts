import { oncePer } from '../domain/once.ts';
import type { Brief, Picture } from './brief.ts';
import type { Materials } from './composition.ts';
import { picturesWanted } from './copy/pictures-wanted.ts';
import { type CutOut, cutOut, hasTransparentRim, opaque } from './photo/cut-out.ts';
import { upscaleMax, upscaleMaxOf } from './photo/crop.ts';
import { type Logo, logoOf } from './photo/logo.ts';
import { openPicture, type OpenPicture } from './photo/open.ts';
import type { Size } from './box.ts';

/** Maximum number of pictures that are decoded for an ad, best first. Decoding is expensive. */
const candidatesMax = 3;
/** Maximum number of pictures for an ad that has to show several products. */
const productsMax = 4;

const cutOutOnce = oncePer(cutOut);
const logoOnce = oncePer(logoOf);

export async function gatherMaterials(brief: Brief, canvas: Size): Promise<Materials> {
  const most = Math.max(candidatesMax, Math.min(productsMax, picturesWanted(brief)));
  const { logo, pictures: opened } = await openAll(brief, canvas, { most });
  const pictures = opened.map(shownAs).filter((picture) => canBeSeen(picture, canvas));
  const productPicture = pictures.find((picture) => cutOutOf(picture) !== null) ?? null;
  const product = productPicture === null ? null : cutOutOf(productPicture);
  const shown = pictures.find((picture) => isScene(picture) || picture.analysis.kind === 'screenshot');
  const lettered = product === null ? pictures.find(({ analysis }) => analysis.kind === 'lettered') : undefined;
  const photo = shown ?? lettered ?? null;
  return { photo, product, productPicture, logo, all: pictures };
}

/**
 * Minimum share of the canvas (0 to 1) that a picture must be able to cover. It is a little more than the rule `empty`
 * requires, so that an ad that shows only this picture passes.
 */
const coveredMin = 0.006;

/** Reports whether a picture covers enough of a canvas if it is shown whole and as large as its resolution allows. */
function canBeSeen(picture: OpenPicture, canvas: Size): boolean {
  const product = cutOutOf(picture);
  const [shown, enlargement] = product === null ? [picture, upscaleMaxOf(picture)] : [product, upscaleMax];
  const scale = Math.min(canvas.width / shown.width, canvas.height / shown.height, enlargement * shown.scale);
  return scale ** 2 * shown.width * shown.height >= coveredMin * canvas.width * canvas.height;
}

/**
 * Opens the logo, and at most `most` pictures, at `detail` times the resolution that they need to cover the canvas.
 */
export async function openAll(
  { kit, pictures }: Brief,
  canvas: Size,
  { most, detail = 1 }: { most: number; detail?: number },
): Promise<{ logo: Logo | null; pictures: OpenPicture[] }> {
  const size = { width: canvas.width * detail, height: canvas.height * detail };
  const shown = pictures.filter(({ role }) => role !== 'logo' && role !== 'reference').slice(0, most);
  const [logo, ...opened] = await Promise.all([
    kit.logo === null ? undefined : openPicture(kit.logo, logoSide(canvas)),
    ...shown.map((picture) => openFor(picture, size)),
  ]);
  return {
    logo: logo === undefined ? null : logoOnce(logo),
    pictures: opened.filter((picture) => picture !== undefined),
  };
}

/** Opens the logo of a brand at a low resolution to classify it. */
export async function openLogo({ logo }: Pick<Brief['kit'], 'logo'>): Promise<Logo | null> {
  const opened = logo === null ? undefined : await openPicture(logo, 0);
  return opened === undefined ? null : logoOnce(opened);
}

/**
 * Reports whether a picture may be cut out as a product. A screenshot or poster may be cut out only if its background
 * is transparent.
 */
function isThing(picture: OpenPicture): boolean {
  if (picture.channels === 4 && hasTransparentRim(picture)) return true;
  return picture.analysis.kind === 'photo' && (picture.role !== 'lifestyle' || picture.channels === 4);
}

/**
 * Reports whether a picture is a photo that can fill the canvas, rather than a product to cut out. A picture that
 * contains text, such as a poster, does not count. An ad uses such a picture only if there is no other.
 */
const isScene = (picture: OpenPicture) => picture.analysis.kind === 'photo' && cutOutOf(picture) === null;

/** A photo is opaque. A cut-out that is not clean is shown on white, as its maker has seen it. */
const shownAs = (picture: OpenPicture): OpenPicture => (cutOutOf(picture) === null ? opaque(picture) : picture);

/** Returns the product of a picture without its background, or null if the picture cannot be used as a cut-out. */
export const cutOutOf = (picture: OpenPicture): CutOut | null => (isThing(picture) ? cutOutOnce(picture) : null);

/**
 * Reports whether a mask of the picture would be used: for crops and words on a photo, or to cut a product out. A
 * picture with a transparent ground is cut out already; a screenshot or poster is shown whole.
 */
export async function needsMask(picture: Picture): Promise<boolean> {
  const open = await openPicture(picture, 0);
  if (open === undefined || open.analysis.kind !== 'photo') return false;
  return open.channels === 3 || !hasTransparentRim(open);
}

/**
 * Returns the minimum length, in pixels, of the short side of a decoded logo. The height of a logo is at most about 13
 * % of the canvas's short side, or twice as much if the logo is the only element of the ad.
 */
const logoSide = ({ width, height }: Size) => Math.min(width, height) * 0.3;

/** Opens a picture at the resolution that it needs to cover the canvas. */
function openFor(picture: Picture, { width, height }: Size): Promise<OpenPicture | undefined> {
  const scale = Math.max(width / picture.width, height / picture.height);
  return openPicture(picture, Math.min(picture.width, picture.height) * Math.min(1, scale));
}
