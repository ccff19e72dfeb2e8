import type { Picture } from '../brief.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { openPicture } from '../photo/open.ts';
import { isPhotoSized } from './decode.ts';
import type { Note } from '../../domain/notes.ts';
import type { LoadedPicture, Loader } from './load.ts';
import { looksLikeLogo } from './looks-like-logo.ts';

/**
 * Maximum number of pictures for one ad. No layout shows more, and each picture costs time and memory. The limit
 * `large` applies to 4K ads, whose pictures take four times the memory.
 */
const picturesMax = { usual: 4, large: 2 };
const productsMax = 3;
const scenesMax = 2;
/** Number of pictures of scenes from web pages that are fetched, to choose from. */
const scenesSeen = 4;
const triesMax = 12;

export interface AdPictures {
  /**
   * Pictures except logos, best first. Pictures of products and pictures of scenes alternate, each kind in the given
   * order.
   */
  pictures: Picture[];
  logo: { picture: Picture; url: string; isGiven: boolean } | null;
  notes: Note[];
}

/**
 * Fetches the pictures that the ad can use. Pictures of the request come first. Pictures found on the web pages are
 * used if the request has too few.
 */
export async function gatherPictures(
  { logos, photos }: Candidates,
  load: Loader,
  size: keyof typeof picturesMax = 'usual',
): Promise<AdPictures> {
  const max = picturesMax[size];
  const [givenLogo, given] = await Promise.all([
    first(logos.given, 1, load),
    first(alternating(photos.given), max, load),
  ]);
  const { logo: seenLogo, rest } = await pickLogo(givenLogo.loaded[0], given.loaded);
  const [foundLogo, products] = await Promise.all([
    first(logos.found, seenLogo === undefined ? 1 : 0, load),
    first(photos.foundProducts, rest.some(isProduct) ? 0 : Math.min(max - rest.length, productsMax), load),
  ]);
  // Pictures of scenes from a web page may show anything, so they are used only if there is no other picture.
  const scenes = await first(photos.foundScenes, rest.length + products.loaded.length === 0 ? scenesSeen : 0, load);
  const best = (await photosFirst(await withoutMarks(scenes.loaded))).slice(0, scenesMax);
  const logo = seenLogo ?? foundLogo.loaded[0];
  return {
    pictures: alternating(withSubject([...rest, ...products.loaded, ...best]))
      .slice(0, max)
      .map(plain),
    logo: logo === undefined ? null : chosenLogo(logo, logo === seenLogo),
    notes: [
      ...[givenLogo, given, foundLogo, products, scenes].flatMap(({ notes }) => notes),
      ...spare(photos.given, given, max),
    ],
  };
}

/** Returns the pictures without flat marks on transparency, such as the logo that a page shows in place of its name. */
async function withoutMarks(pictures: LoadedPicture[]): Promise<LoadedPicture[]> {
  const areMarks = await Promise.all(
    pictures.map(async (picture) => picture.hasAlpha && (await looksLikeLogo(picture))),
  );
  return pictures.filter((_, at) => areMarks[at] !== true);
}

/** Returns the pictures with those last that show a screen or are a banner or poster with lettering. */
async function photosFirst(pictures: LoadedPicture[]): Promise<LoadedPicture[]> {
  const isPhoto = await Promise.all(
    pictures.map(async (picture) => (await openPicture(picture, 0))?.analysis.kind === 'photo'),
  );
  return [...pictures.filter((_, at) => isPhoto[at]), ...pictures.filter((_, at) => isPhoto[at] !== true)];
}

function withSubject(pictures: LoadedPicture[]): LoadedPicture[] {
  if (pictures.some(isProduct)) return pictures;
  return pictures.map((picture) => (picture.candidate.isUnsure ? { ...picture, role: 'product' } : picture));
}

interface Taken {
  loaded: LoadedPicture[];
  notes: Note[];
  tried: number;
}

async function first(list: Candidate[], wanted: number, load: Loader): Promise<Taken> {
  const taken: Taken = { loaded: [], notes: [], tried: 0 };
  while (taken.loaded.length < wanted && taken.tried < Math.min(list.length, triesMax)) {
    const wave = list.slice(taken.tried, Math.min(taken.tried + wanted - taken.loaded.length, triesMax));
    taken.tried += wave.length;
    for (const result of await Promise.all(wave.map(load))) {
      if (result.kind === 'loaded') taken.loaded.push(result.loaded);
      else taken.notes.push(result.note);
    }
  }
  return taken;
}

/**
 * Returns pictures of products and of scenes in turns. Otherwise, many pictures of one kind could leave no room for the
 * other kind.
 */
function alternating<T extends Pick<Picture, 'role'>>(list: T[]): T[] {
  const [products, scenes] = [list.filter(isProduct), list.filter(isScene)];
  const pairs = Array.from({ length: Math.max(products.length, scenes.length) }, (_, at) => [products[at], scenes[at]]);
  const others = list.filter((picture) => !isProduct(picture) && !isScene(picture));
  return [...pairs.flat().filter((picture) => picture !== undefined), ...others];
}

async function pickLogo(labelled: LoadedPicture | undefined, photos: LoadedPicture[]) {
  const rest: LoadedPicture[] = [];
  let logo = labelled;
  for (const photo of photos) {
    const isLogo = photo.candidate.mayBeLogo && (photo.wasSvg || (await looksLikeLogo(photo)));
    if (isLogo) logo ??= photo;
    else rest.push(photo);
  }
  return { logo, rest: rest.filter(isPhotoSized) };
}

function chosenLogo(logo: LoadedPicture, isGiven: boolean): NonNullable<AdPictures['logo']> {
  return { picture: plain({ ...logo, role: 'logo' }), url: logo.candidate.url, isGiven };
}

function plain({ bytes, width, height, role, hasAlpha, alt }: LoadedPicture): Picture {
  return { bytes, width, height, role, hasAlpha, alt };
}

function spare(given: Candidate[], { loaded, tried }: Taken, max: number): string[] {
  const unused = given.length - tried;
  if (unused <= 0) return [];
  return loaded.length < max
    ? [`Not tried: ${unused} of the given pictures, because the limit of ${tried} attempts was reached.`]
    : [`Not used: ${unused} of the given pictures, because an ad uses at most ${max}.`];
}

const isProduct = ({ role }: Pick<Picture, 'role'>): boolean => role === 'product' || role === 'packshot';
const isScene = ({ role }: Pick<Picture, 'role'>): boolean => role === 'lifestyle';
