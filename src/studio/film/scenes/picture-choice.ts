import { isCroppable } from '../../layouts/layout.ts';
import type { FilmMaterials, FilmPicture } from './film-materials.ts';
import { fittingPictures } from './picture-words.ts';
import type { PlacedShot } from './shot-input.ts';
import { subjectOf } from './subject-of.ts';
import type { Shot } from './shot-plan.ts';

type Earlier = readonly { shot: PlacedShot; layout: string }[];
export type Chosen = Pick<PlacedShot, 'picture' | 'others' | 'repeats' | 'usedLayouts'>;

export interface ChoiceSetting {
  materials: FilmMaterials;
  earlier: Earlier;
  /** Words of each scene of the script. */
  sceneTexts: readonly string[];
}

/**
 * Chooses the picture of a shot: the one that was shown least often, among equals one whose description has words of the
 * scene, and one of the wanted kind (product or photo). A shot of type gets a picture too, so that the viewer always sees
 * what the film is about; the end card gets the first one that it can show. `repeats` is the number of earlier shots with
 * the same picture.
 */
export function pictureFor(shot: Shot, setting: ChoiceSetting): Chosen {
  const { materials, earlier, sceneTexts } = setting;
  const { products, photos } = materials;
  const all = [...products, ...photos];
  const fitsOf = (text: string) => fittingPictures(text, all);
  const fits = fitsOf(sceneTexts[shot.scene] ?? '');
  const later = new Set(sceneTexts.slice(shot.scene + 1).flatMap((text) => [...fitsOf(text).keys()]));
  const kind = shot.subject === 'photo' ? 'lifestyle' : 'product';
  const wanted = all.filter(({ picture }) => subjectOf(picture) === kind);
  const other = all.filter((each) => !wanted.includes(each));
  const ranking: Ranking = { wanted, other, fits, later, earlier };
  const isEndCard = shot.subject === 'end_card';
  const picture = isEndCard
    ? (all.find(isFlexible) ?? all[0] ?? null)
    : shot.role === 'offer'
      ? ofOffer(ranking, products)
      : leastShown(ranking);
  const shown = picture === null || isEndCard ? [] : earlier.filter((each) => each.shot.picture === picture);
  return {
    picture,
    others: photos
      .filter((each) => each !== picture && (fits.size === 0 || fits.has(each)))
      .map((each) => each.picture),
    repeats: shown.length,
    usedLayouts: shown.map(({ layout }) => layout),
  };
}

/** The price is the price of the first product unless the offer names another one, so no other product is shown with it. */
const ofOffer = (ranking: Ranking, products: readonly FilmPicture[]): FilmPicture | null =>
  products.find((each) => ranking.fits.has(each)) ?? products[0] ?? leastShown(ranking);

/** Reports whether a picture may be cut out or cropped. A poster or a screenshot must stay whole. */
const isFlexible = ({ picture, product }: FilmPicture): boolean => product !== null || isCroppable(picture);

/** Number of shots by which a picture may be shown more often than another one. */
const preference = {
  /** A picture of the wanted kind. */
  kind: 0.6,
  /** A picture that surely fits the words of the scene. It may come twice in a row before another one does. */
  fit: 1.6,
  /** A picture whose description fits no later scene. */
  free: 0.4,
  /** A picture without lettering. One with lettering, such as a poster, is shown whole and small. */
  open: 2.5,
} as const;

interface Ranking {
  wanted: readonly FilmPicture[];
  other: readonly FilmPicture[];
  /** Pictures that fit the words of the scene, and how well: 0 to 1. */
  fits: ReadonlyMap<FilmPicture, number>;
  /** Pictures that fit the words of later scenes. */
  later: ReadonlySet<FilmPicture>;
  earlier: Earlier;
}

function leastShown({ wanted, other, fits, later, earlier }: Ranking): FilmPicture | null {
  const before = earlier.at(-1)?.shot.picture;
  const times = (picture: FilmPicture) =>
    earlier.filter(({ shot }) => shot.picture === picture).length +
    (picture === before ? 0.5 : 0) +
    (other.includes(picture) ? preference.kind : 0) +
    (picture.product === null && picture.picture.analysis.kind === 'lettered' ? preference.open : 0) +
    (later.has(picture) && !fits.has(picture) ? preference.free : 0) -
    preference.fit * (fits.get(picture) ?? 0);
  // A film opens with a picture of the wanted kind.
  const pictures = earlier.length === 0 && wanted.length > 0 ? wanted : [...wanted, ...other];
  return pictures.reduce<FilmPicture | null>(
    (best, next) => (best === null || times(next) < times(best) ? next : best),
    null,
  );
}
