import type { FilmMaterials, FilmPicture } from './film-materials.ts';
import type { PlacedShot } from './shot-input.ts';
import type { Shot } from './shot-plan.ts';

/**
 * Chooses the picture of a shot: the picture of the wanted kind (product or photo) that was shown least often. If the
 * film has no picture of this kind, chooses one of the other kind. A shot of type gets a product too, or else a photo,
 * so that the viewer always sees what the film is about. `repeats` is the number of earlier shots with the same
 * picture.
 */
export function pictureFor(
  { subject, role }: Shot,
  { products, photos }: FilmMaterials,
  earlier: readonly { shot: PlacedShot; layout: string }[],
): Pick<PlacedShot, 'picture' | 'repeats' | 'usedLayouts'> {
  if (subject === 'end_card') return chosen(products[0] ?? photos[0] ?? null, []);
  // The price is the price of the first product, so no other product is shown with it.
  if (role === 'offer' && products.length > 0) return chosen(products[0] ?? null, earlier);
  const wanted = subject === 'photo' ? [photos, products] : [products, photos];
  const pool = wanted.find((pictures) => pictures.length > 0) ?? [];
  const times = (picture: FilmPicture) => earlier.filter(({ shot }) => shot.picture === picture).length;
  const least = pool.reduce<FilmPicture | null>(
    (best, next) => (best === null || times(next) < times(best) ? next : best),
    null,
  );
  return chosen(least, earlier);
}

function chosen(
  picture: FilmPicture | null,
  earlier: readonly { shot: PlacedShot; layout: string }[],
): Pick<PlacedShot, 'picture' | 'repeats' | 'usedLayouts'> {
  const shown = picture === null ? [] : earlier.filter(({ shot }) => shot.picture === picture);
  return { picture, repeats: shown.length, usedLayouts: shown.map(({ layout }) => layout) };
}
