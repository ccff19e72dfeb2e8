import { wordSets } from '../../words/word-sets.ts';
import { baseOf } from '../../words/writing.ts';

/**
 * Returns the call to action for a film whose request and page have none: for a product, or for anything else.
 * Undefined if no label of the language has been reviewed.
 */
export function actionLabel(language: string, kind: 'shop' | 'learn'): string | undefined {
  const [label] = wordSets('film-calls', kind).get(baseOf(language)) ?? [];
  return label;
}
