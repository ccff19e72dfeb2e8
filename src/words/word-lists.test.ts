import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fold } from './fold.ts';
import { languages } from './languages.ts';
import { comparable } from './comparable.ts';
import { templates } from './templates.ts';
import {
  type LabelledListName,
  labelledLists,
  languagesOf,
  readTemplates,
  readWords,
  wordLists,
  type WordListName,
} from './word-lists.ts';

const names = Object.keys(wordLists) as WordListName[];

const listed = [...names, ...labelledLists].flatMap((list) =>
  languagesOf(list).map((language) => ({ list, language })),
);

test('the folder has exactly the lists that the program knows', () => {
  const folders = readdirSync(new URL('./phrases/', import.meta.url));
  expect(folders.toSorted()).toEqual([...names, ...labelledLists].toSorted());
});

test.each(names)('the list %s of the gate has all languages of the gate', (name) => {
  expect(languagesOf(name)).toEqual(languages.toSorted());
});

test.each(listed)('the list $list is sorted, unique and trimmed in the language $language', ({ list, language }) => {
  const entries = readWords(list, language);
  expect(entries).toEqual([...new Set(entries.map((entry) => entry.trim()))].toSorted());
  expect(entries).not.toContain('');
});

test.each(labelledLists)('each template of %s has a label and valid marks, and names labels of its file', (list) => {
  expect([...templates(list).keys()]).not.toContain('');
  for (const language of languagesOf(list)) {
    const byLabel = readTemplates(list, language);
    const all = [...byLabel.values()].flat();
    expect(all).not.toContain('');
    const named = all.flatMap((template) => [...template.matchAll(/<(.*?)>/gu)].map(([, label]) => label));
    expect(named.filter((label) => !byLabel.has(label ?? ''))).toEqual([]);
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

// A word that means two of these decides nothing.
test.each<[LabelledListName, string, string]>([
  ['film-wishes', 'refusal', 'only'],
  ['film-wishes', 'first', 'last'],
  ['film-wishes', 'end', 'start'],
  ['film-wishes', 'music', 'voice'],
  ['film-directions', 'calm', 'brisk'],
  ['film-directions', 'people', 'things'],
  ['film-statements', 'vague', 'concrete'],
])('in %s, no template of %s is one of %s', (list, one, other) => {
  const labelled = (label: string) =>
    languagesOf(list).flatMap((language) => (readTemplates(list, language).get(label) ?? []).map(comparable));
  const others = new Set(labelled(other));
  expect(labelled(one).filter((template) => others.has(template))).toEqual([]);
});

const foldedEntry = (entry: string): string => (/[*#]/.test(entry) ? entry : fold(entry));
