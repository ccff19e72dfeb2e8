import type { Brief, Picture } from './brief.ts';
import type { Materials } from './layouts/layout.ts';
import { type CutOut, cutOut, hasTransparentRim } from './photo/cut-out.ts';
import { type Logo, logoOf } from './photo/logo.ts';
import { openPicture, type OpenPicture } from './photo/open.ts';
import type { Size } from './scene.ts';

/** How many pictures are looked at, best first: unpacking is what costs. */
const candidatesMax = 3;

const cutOuts = new WeakMap<OpenPicture, CutOut | null>();
const logos = new WeakMap<OpenPicture, Logo | null>();

/** The photo, the product and the logo of a brief, unpacked as large as the canvas asks for. */
export async function gatherMaterials(brief: Brief, canvas: Size): Promise<Materials> {
  const [logo, ...opened] = await Promise.all([
    brief.kit.logo === null ? undefined : openPicture(brief.kit.logo, logoSide(canvas)),
    ...brief.pictures
      .filter(({ role }) => role !== 'logo' && role !== 'reference')
      .slice(0, candidatesMax)
      .map((picture) => openFor(picture, canvas)),
  ]);
  const pictures = opened.filter((picture) => picture !== undefined);
  const productPicture = pictures.find((picture) => isThing(picture) && freed(picture) !== null) ?? null;
  const product = productPicture === null ? null : freed(productPicture);
  const shown = pictures.find((picture) => isScene(picture) || picture.analysis.kind === 'screenshot');
  const lettered = product === null ? pictures.find(({ analysis }) => analysis.kind === 'lettered') : undefined;
  const photo = shown ?? lettered ?? null;
  return { photo, product, productPicture, logo: logo === undefined ? null : remembered(logos, logo, logoOf) };
}

/** A screen or a poster is no product, however plain its ground, unless it comes cut out. */
function isThing(picture: OpenPicture): boolean {
  if (picture.channels === 4 && hasTransparentRim(picture)) return true;
  return picture.analysis.kind === 'photo' && (picture.role !== 'lifestyle' || picture.channels === 4);
}

/** A picture with words of its own is only taken where there is no other. */
const isScene = (picture: OpenPicture) =>
  picture.analysis.kind === 'photo' && !(isThing(picture) && freed(picture) !== null);

const freed = (picture: OpenPicture) => remembered(cutOuts, picture, cutOut);

function remembered<Result>(
  known: WeakMap<OpenPicture, Result>,
  picture: OpenPicture,
  make: (picture: OpenPicture) => Result,
): Result {
  const before = known.get(picture);
  if (before !== undefined) return before;
  const made = make(picture);
  known.set(picture, made);
  return made;
}

/** A logo is at most some 13 % of the short side high; twice that for the one that stands alone. */
const logoSide = ({ width, height }: Size) => Math.min(width, height) * 0.3;

/** At least as many pixels as would cover the canvas. */
function openFor(picture: Picture, { width, height }: Size): Promise<OpenPicture | undefined> {
  const scale = Math.max(width / picture.width, height / picture.height);
  return openPicture(picture, Math.min(picture.width, picture.height) * Math.min(1, scale));
}
