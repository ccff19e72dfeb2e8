import type { SceneSubject } from '../../schema/film-script.ts';
import type { Beat } from './draft.ts';
import type { WritingTask } from './material.ts';
import { isAtStart } from './wishes/wish.ts';

/**
 * Subjects of the pictures of a film: of the first scene, of the following scenes in order, and of an added scene
 * without words.
 */
export interface FilmSubjects {
  hook: SceneSubject;
  body: SceneSubject[];
  spare: SceneSubject;
}

/**
 * Returns the subjects for the pictures that the film has. The product and photos of places or people take turns. If
 * one kind is missing, scenes with type alone take its place. A film without pictures has type alone.
 */
export function subjectsOf({
  material: { pictures },
  direction,
}: Pick<WritingTask, 'material' | 'direction'>): FilmSubjects {
  const wanted = direction.wishes.filter(({ isWanted }) => isWanted);
  const isAlways = wanted.some(({ element, time }) => element.kind === 'product' && time.kind === 'every-scene');
  if (pictures.product && isAlways)
    return { hook: 'product', body: ['product', 'product', 'product'], spare: 'product' };
  const isPhotoFirst = wanted.some(({ element, time }) => element.kind === 'lifestyle' && isAtStart(time));
  if (pictures.product && pictures.scene)
    return { hook: isPhotoFirst ? 'photo' : 'product', body: ['photo', 'product', 'photo'], spare: 'photo' };
  if (pictures.product) return { hook: 'product', body: ['product', 'type', 'product'], spare: 'product' };
  if (pictures.scene) return { hook: 'photo', body: ['photo', 'type', 'photo'], spare: 'photo' };
  return { hook: 'type', body: ['type', 'type', 'type'], spare: 'type' };
}

export const pictureBeat = ({ spare }: FilmSubjects): Beat => ({ role: 'benefit', say: '', show: '', subject: spare });
