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
  earlier: readonly PlacedShot[],
): Pick<PlacedShot, 'picture' | 'repeats'> {
  if (subject === 'type') return { picture: null, repeats: 0 };
  if (subject === 'end_card') return { picture: products[0] ?? null, repeats: 0 };
  const wanted = subject === 'product' ? [products, photos] : [photos, products];
  const shown = (picture: FilmPicture) => earlier.filter((each) => each.picture === picture).length;
  const pool = wanted.find((pictures) => pictures.length > 0) ?? [];
  const picture = pool.reduce<FilmPicture | null>(
    (best, next) => (best === null || shown(next) < shown(best) ? next : best),
    null,
  );
  return { picture, repeats: picture === null ? 0 : shown(picture) };
}
