import type { SceneSubject } from '../../schema/film-script.ts';
import type { Beat } from './draft.ts';
import type { ScriptMaterial } from './material.ts';

/** What the scenes of a film show, by their place. */
export interface FilmSubjects {
  hook: SceneSubject;
  body: SceneSubject[];
  spare: SceneSubject;
}

/** The product and its surroundings take turns. Without any picture, type alone tells the story. */
export function subjectsOf({ pictures }: Pick<ScriptMaterial, 'pictures'>): FilmSubjects {
  if (pictures.product && pictures.scene)
    return { hook: 'product', body: ['photo', 'product', 'photo'], spare: 'photo' };
  if (pictures.product) return { hook: 'product', body: ['product', 'type', 'product'], spare: 'product' };
  if (pictures.scene) return { hook: 'photo', body: ['photo', 'type', 'photo'], spare: 'photo' };
  return { hook: 'type', body: ['type', 'type', 'type'], spare: 'type' };
}

export const pictureBeat = ({ spare }: FilmSubjects): Beat => ({ role: 'benefit', say: '', show: '', subject: spare });
