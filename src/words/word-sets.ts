import { once } from '../domain/once.ts';
import { type LabelledListName, languagesOf, readTemplates } from './word-lists.ts';

const setsOf = once((list: LabelledListName) => {
  const sets = new Map<string, Map<string, Set<string>>>();
  for (const language of languagesOf(list))
    for (const [label, words] of readTemplates(list, language)) {
      const byLanguage = sets.get(label) ?? new Map<string, Set<string>>();
      sets.set(label, byLanguage.set(language, new Set(words)));
    }
  return sets;
});

/** Returns the words of a label by language. Case and accents count. */
export function wordSets(list: LabelledListName, label: string): ReadonlyMap<string, ReadonlySet<string>> {
  const sets = setsOf(list).get(label);
  if (sets === undefined) throw new Error(`the word list ${list} has no label ${label}`);
  return sets;
}

/** Reports whether a label has a word in any language. */
export const isWord = (list: LabelledListName, label: string, word: string): boolean =>
  wordSets(list, label)
    .values()
    .some((words) => words.has(word));
