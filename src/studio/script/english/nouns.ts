import { isWord } from '../../../words/word-sets.ts';

/** Returns the noun that a name or phrase is about: `Aero Trainer 2` gives `trainer`, `Bag of Oats` gives `bag`. */
export function headOf(name: string): string {
  const [core = name] = name.toLowerCase().split(/\s(?:in|of|for|with|from|by|on)\s/u);
  const words = core.match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  return words.at(-1) ?? '';
}

/** Reports whether a noun is a countable singular, which needs an article. Returns false for unknown nouns. */
export const isCountable = (noun: string): boolean => isCountNoun(noun) || isCountNoun(noun.split('-').at(-1) ?? '');

const isCountNoun = (noun: string): boolean => isWord('english', 'count-noun', noun);

/** Reports whether a noun is a plural. `glass`, `canvas` and `chassis` are not. */
export function isPlural(noun: string): boolean {
  if (isWord('english', 'plural-noun', noun)) return true;
  if (!noun.endsWith('s') || /(?:ss|us|is|as)$/u.test(noun)) return false;
  return isCountNoun(noun.slice(0, -1)) || isCountNoun(noun.slice(0, -2)) || /(?:[^aeious]|[aeo])s$/u.test(noun);
}
