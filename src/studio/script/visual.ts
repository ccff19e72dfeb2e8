import { clipped } from '../../domain/clipped.ts';
import type { SceneSubject } from '../../schema/film-script.ts';
import type { ScriptMaterial } from './material.ts';

const views = ['as the only object in the frame', 'in a closer view', 'from near by, slowly moving', 'in full'];

/** Returns the description of a scene's picture in one English sentence. */
export function visualOf(
  subject: SceneSubject,
  at: number,
  { product, brand }: Pick<ScriptMaterial, 'product' | 'brand'>,
): string {
  const name = clipped(product ?? brand ?? 'The product', 120);
  switch (subject) {
    case 'product':
      return `${name} ${views[at % views.length] ?? ''}.`;
    case 'photo':
      return `A photo of ${name} in its surroundings, slowly moving.`;
    case 'type':
      return 'Large type on the colours of the brand.';
    case 'end_card':
      return `End card with the logo${brand === null ? '' : `, the name ${clipped(brand, 120)}`} and the call to action.`;
  }
}
