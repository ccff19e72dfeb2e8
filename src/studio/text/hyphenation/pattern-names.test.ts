import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { patternNames, patternsFor } from './pattern-names.ts';

/** Licences that let everybody pass patterns on with a program. LGPL and MPL ask only for the file itself. */
const free =
  /licen[cs]es?: .*?(?:MIT|LPPL|BSD|LGPL|MPL|Unlicen[cs]e|Copying and distribution|freely distributed|Permission is hereby|may be used, modified)/su;

test('the licences of all patterns are free', () => {
  const unfree = [...patternNames].filter((name) => {
    const bytes = readFileSync(`node_modules/hyphenopoly/patterns/${name}.wasm`, 'latin1');
    return !free.test(bytes.slice(bytes.indexOf('Copyright')).slice(0, 400));
  });
  expect(unfree).toEqual([]);
});

test.each([
  ['de-AT', 'de'],
  ['en', 'en-us'],
  ['en-AU', 'en-gb'],
  ['sr-Latn', 'sh-latn'],
  ['cs', null],
])('the patterns for %s are %s', (language, want) => {
  expect(patternsFor(language)).toBe(want);
});
