import { readFile } from 'node:fs/promises';
import { patternsFor } from './pattern-names.ts';
import { syllables } from './syllables.ts';

/** Divides a word, which consists of letters, where it may be hyphenated. */
export type Hyphenate = (word: string) => string[];

const softHyphen = '\u00ad';

/** Maximum number of letters of a word that the patterns can divide. */
const lettersMax = 60;

const loaded = new Map<string, Promise<(text: string) => string>>();

/**
 * Returns the function that hyphenates words of a language (BCP-47) with the hyphenation patterns of TeX. Words of other
 * languages, and words with letters that the patterns do not know, are divided into syllables.
 */
export async function hyphenateIn(language: string): Promise<Hyphenate> {
  const name = patternsFor(language);
  if (name === null) return syllables;
  const known = loaded.get(name) ?? load(name);
  loaded.set(name, known);
  const divide = await known;
  return (word) => {
    const parts = word.length > lettersMax ? [word] : divide(word).split(softHyphen);
    return parts.length === 1 ? syllables(word) : parts;
  };
}

/** Loads patterns on first use, because most ads need none. */
async function load(name: string): Promise<(text: string) => string> {
  const { default: hyphenopoly } = await import('hyphenopoly');
  const loader = (file: string, folder: URL) => readFile(new URL(file, folder));
  const languages = hyphenopoly.config({ require: [name], hyphen: softHyphen, minWordLength: 5, loader });
  return (await languages.get(name)) ?? ((text) => text);
}
