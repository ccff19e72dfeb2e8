import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fold } from './fold.ts';
import { languages } from './languages.ts';
import { readWords, wordLists, type WordListName } from './word-lists.ts';

const names = Object.keys(wordLists) as WordListName[];

test('the folder has exactly the lists and languages that the program knows', () => {
  const folder = new URL('./phrases/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
  const wanted = names.flatMap((name) => languages.map((language) => `${name}/${language}.txt`));
  expect(files.toSorted()).toEqual(wanted.toSorted());
});

test.each(names)('the list %s is sorted, unique and trimmed in every language', (name) => {
  for (const language of languages) {
    const entries = readWords(name, language);
    expect(entries).toEqual([...new Set(entries.map((entry) => entry.trim()))].toSorted());
    expect(entries).not.toContain('');
  }
});

// A text of a page cannot be both. Titles may be calls too: "About us" is the title of a page and a button that leads
// there.
test.each<[WordListName, WordListName]>([
  ['selling-words', 'leading-words'],
  ['bare-calls', 'buttons'],
  ['bare-calls', 'labels'],
  ['bare-calls', 'notices'],
  ['aside-calls', 'buttons'],
  ['contact-calls', 'buttons'],
])('no entry of %s is one of %s', (one, other) => {
  const foldedOf = (name: WordListName) =>
    languages.flatMap((language) => readWords(name, language).map((entry) => `${language}: ${foldedEntry(entry)}`));
  const others = new Set(foldedOf(other));
  expect(foldedOf(one).filter((entry) => others.has(entry))).toEqual([]);
});

const foldedEntry = (entry: string): string => (/[*#]/.test(entry) ? entry : fold(entry));
