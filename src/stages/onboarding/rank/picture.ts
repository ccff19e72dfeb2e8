import { facts, type Evidence, type Features } from '../evidence.ts';
import type { PictureValue } from '../findings.ts';
import { pictureKey } from '../picture-names.ts';
import { foldText } from '../text.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { mainPictureModel } from './weights/main-picture.ts';
import { productPictureModel } from './weights/product-picture.ts';

type Picture = Evidence<PictureValue>;

/** Subject that a picture must show, and pictures that are not candidates. */
export interface PictureSubject {
  /** Name of the product, or of the brand for a picture of its page. */
  name: string | null;
  /** Keys of pictures that are no candidates, such as logos. */
  taken: ReadonlySet<string>;
}

/** Returns the pictures that may be shown in an ad. */
export function pictureCandidates(
  found: readonly Picture[],
  { name, taken }: PictureSubject,
): Candidate<PictureValue>[] {
  const words = wordsOf(name ?? '');
  const usable = found
    .filter(({ value }) => !taken.has(pictureKey(value.url)))
    .map((one) => ({ ...one, features: { ...one.features, ...saidOf(one.value, words) } }));
  // The address that the browser painted surely has a picture.
  const all = candidates(
    usable,
    ({ url }) => pictureKey(url),
    ({ source }) => (source === 'painted' ? 1 : 0),
  );
  const page = pageFeatures(all);
  return all.map((one) => ({ ...one, features: { ...one.features, ...page, ...besideOthers(one, all) } }));
}

/** Returns the pictures of the product of a page, best first. */
export const rankProductPictures = (found: readonly Picture[], subject: PictureSubject): Ranked<PictureValue>[] =>
  ranked(pictureCandidates(found, subject), productPictureModel);

/** Returns the pictures that may be the main picture of an ad for the brand of a page, best first. */
export const rankMainPictures = (found: readonly Picture[], subject: PictureSubject): Ranked<PictureValue>[] =>
  ranked(pictureCandidates(found, subject), mainPictureModel);

const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];

/** Words in the names of files of small things, and of pictures with lettering. */
const furniture =
  /logo|icon|sprite|badge|payment|avatar|flag|rating|placeholder|texture|pattern|\bmaps?\b|\bbg\b|background/;
const lettered = /banner|promo|coupon|\bsale\b|offer|discount|flyer|poster|\bads?\b|\bpub\b|\bog\b|share|template/;

/** Returns how much of a name the text and the file name of a picture say. */
function saidOf({ url, alt }: PictureValue, words: readonly string[]): Features {
  const file = fileOf(url);
  const folded = foldText(file.replace(/[-_+.]/g, ' '));
  const share = (text: string): number =>
    words.length === 0 ? 0 : words.filter((word) => text.includes(word)).length / words.length;
  return {
    'alt.name': share(foldText(alt ?? '')),
    'file.name': share(folded),
    ...facts({
      'file.furniture': furniture.test(folded),
      'file.lettered': lettered.test(folded),
      'file.hero': /hero|cover|slide|header|home|main/.test(folded),
      'file.person': /team|portrait|person|profil/.test(folded),
      'file.png': /\.png$/i.test(file),
    }),
  };
}

function fileOf(url: string): string {
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

const pageFeatures = (all: readonly Candidate<PictureValue>[]): Features =>
  facts({
    only: all.length === 1,
    few: all.length <= 3,
    unpainted: all.every(({ features }) => features['painted'] === undefined),
  });

/** Returns how a picture compares with the others of its page. */
function besideOthers({ features }: Candidate<PictureValue>, all: readonly Candidate<PictureValue>[]): Features {
  const isPainted = all.some((one) => 'painted' in one.features);
  const isBest = (name: string): boolean =>
    name in features &&
    all.every((one) => (one.features[name] ?? 0) <= (features[name] ?? 0)) &&
    (features[name] ?? 0) > 0;
  const seen = ['painted', 'written', 'background'].some((place) => place in features);
  return facts({
    'best.area': isBest('painted.area'),
    'best.near-heading': isBest('painted.near-heading'),
    'best.with-heading': isBest('written.with-heading'),
    'best.alt': isBest('alt.name'),
    'best.file': isBest('file.name'),
    hidden: isPainted && !('painted' in features),
    unseen: !seen,
  });
}
