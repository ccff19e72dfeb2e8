import type { FilmMaterials, FilmPicture } from './film-materials.ts';
import type { PlacedShot } from './shot-input.ts';
import type { Shot } from './shot-plan.ts';

/**
 * Chooses the picture of a shot: one of the wanted kind that was shown least often. If there is no picture of this
 * kind, takes one of the other kind. `repeats` is the number of earlier shots with the same picture.
 */
export function pictureFor(
  { subject }: Shot,
  { products, photos }: FilmMaterials,
  earlier: readonly { shot: PlacedShot; layout: string }[],
): Pick<PlacedShot, 'picture' | 'repeats' | 'usedLayouts'> {
  const without = { repeats: 0, usedLayouts: [] };
  if (subject === 'type') return { picture: null, ...without };
  if (subject === 'end_card') return { picture: products[0] ?? photos[0] ?? null, ...without };
  const wanted = subject === 'product' ? [products, photos] : [photos, products];
  const shown = (picture: FilmPicture | null) => earlier.filter(({ shot }) => shot.picture === picture);
  const pool = wanted.find((pictures) => pictures.length > 0) ?? [];
  const picture = pool.reduce<FilmPicture | null>(
    (best, next) => (best === null || shown(next).length < shown(best).length ? next : best),
    null,
  );
  if (picture === null) return { picture, ...without };
  return { picture, repeats: shown(picture).length, usedLayouts: shown(picture).map(({ layout }) => layout) };
}
