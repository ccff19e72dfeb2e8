import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { findings } from '../../scripts/lint/plain-words.ts';

const pages = globSync(['README.md', 'CHANGELOG.md', 'docs/**/*.md', 'charts/**/*.{yaml,tpl,txt}', 'examples/**/*.md']);

test('documents and chart contain no word that has a plainer one', () => {
  expect(pages.length).toBeGreaterThan(40);
  const found = pages.flatMap((page) =>
    findings(withoutCode(readFileSync(page, 'utf8'))).map(({ word, instead }) => `${page}: "${word}": ${instead}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['The books are made anew.', ['anew', 'the books']],
  ['The controller is told of it, and nobody hears.', ['nobody', 'is told', 'hears']],
  ['The controller updates the Lease and continues.', []],
])('`findings` lists the words of %j that have a plainer one', (text, words) => {
  expect(
    findings(text)
      .map(({ word }) => word.toLowerCase())
      .toSorted(),
  ).toEqual(words.toSorted());
});

/** Removes what is not prose: code, names in backquotes and link targets. */
function withoutCode(markdown: string): string {
  return markdown.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, '');
}
