import type { FilmMaterials, FilmPicture } from './film-materials.ts';
import type { PlacedShot } from './shot-input.ts';
import type { Shot } from './shot-plan.ts';

type Earlier = readonly { shot: PlacedShot; layout: string }[];
type Chosen = Pick<PlacedShot, 'picture' | 'repeats' | 'usedLayouts'>;

/**
 * Chooses the picture of a shot: the one that was shown least often, among equals one of the wanted kind (product or
 * photo). A shot of type gets a picture too, so that the viewer always sees what the film is about. `repeats` is the
 * number of earlier shots with the same picture.
 */
export function pictureFor(shot: Shot, materials: FilmMaterials, earlier: Earlier): Chosen {
  const { products, photos } = materials;
  const [product = null] = products;
  if (shot.subject === 'end_card') return chosen(product ?? photos[0] ?? null, []);
  // The price is the price of the first product, so no other product is shown with it.
  if (shot.role === 'offer' && product !== null) return chosen(product, earlier);
  const wanted = shot.subject === 'photo' ? [photos, products] : [products, photos];
  return chosen(leastShown(wanted, earlier), earlier);
}

/** Number of shots by which a picture of the wanted kind may be shown more often than one of the other kind. */
const preference = 0.6;

function leastShown([wanted = [], other = []]: readonly FilmPicture[][], earlier: Earlier): FilmPicture | null {
  const before = earlier.at(-1)?.shot.picture;
  const times = (picture: FilmPicture) =>
    earlier.filter(({ shot }) => shot.picture === picture).length +
    (picture === before ? 0.5 : 0) +
    (other.includes(picture) ? preference : 0);
  return [...wanted, ...other].reduce<FilmPicture | null>(
    (best, next) => (best === null || times(next) < times(best) ? next : best),
    null,
  );
}

function chosen(picture: FilmPicture | null, earlier: Earlier): Chosen {
  const shown = picture === null ? [] : earlier.filter(({ shot }) => shot.picture === picture);
  return { picture, repeats: shown.length, usedLayouts: shown.map(({ layout }) => layout) };
}
