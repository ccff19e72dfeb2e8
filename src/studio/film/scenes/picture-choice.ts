import type { FilmMaterials, FilmPicture } from './film-materials.ts';
import type { PlacedShot } from './shot-input.ts';
import type { Shot } from './shot-plan.ts';

type Earlier = readonly { shot: PlacedShot; layout: string }[];
type Chosen = Pick<PlacedShot, 'picture' | 'repeats' | 'usedLayouts'>;

/**
 * Chooses the picture of a shot: the picture of the wanted kind (product or photo) that was shown least often. If the
 * film has no picture of this kind, chooses one of the other kind. A shot of type gets a product too, or else a photo,
 * so that the viewer always sees what the film is about. A shot without words may show any picture. `repeats` is the
 * number of earlier shots with the same picture.
 */
export function pictureFor(shot: Shot, materials: FilmMaterials, earlier: Earlier): Chosen {
  const { products, photos } = materials;
  const [product = null] = products;
  if (shot.subject === 'end_card') return chosen(product ?? photos[0] ?? null, []);
  // The price is the price of the first product, so no other product is shown with it.
  if (shot.role === 'offer' && product !== null) return chosen(product, earlier);
  return chosen(leastShown(poolFor(shot, materials), earlier), earlier);
}

function poolFor({ subject, parts }: Shot, { products, photos }: FilmMaterials): FilmPicture[] {
  const wanted = subject === 'photo' ? [photos, products] : [products, photos];
  return parts.length === 0 ? wanted.flat() : (wanted.find((pictures) => pictures.length > 0) ?? []);
}

function leastShown(pool: readonly FilmPicture[], earlier: Earlier): FilmPicture | null {
  const before = earlier.at(-1)?.shot.picture;
  const times = (picture: FilmPicture) =>
    earlier.filter(({ shot }) => shot.picture === picture).length + (picture === before ? 0.5 : 0);
  return pool.reduce<FilmPicture | null>(
    (best, next) => (best === null || times(next) < times(best) ? next : best),
    null,
  );
}

function chosen(picture: FilmPicture | null, earlier: Earlier): Chosen {
  const shown = picture === null ? [] : earlier.filter(({ shot }) => shot.picture === picture);
  return { picture, repeats: shown.length, usedLayouts: shown.map(({ layout }) => layout) };
}
