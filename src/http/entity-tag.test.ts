import { expect, test } from '@jest/globals';
import { isUnchanged, mayUseRange } from './entity-tag.ts';

test.each<[string, string | undefined, boolean]>([
  ['no header', undefined, false],
  ['the tag', '"a"', true],
  ['the weak form of the tag', 'W/"a"', true],
  ['the tag among several tags', '"x", "a"', true],
  ['an asterisk', '*', true],
  ['another tag', '"b"', false],
  ['the tag without quotes', 'a', false],
])('isUnchanged with %s (%j) is %s', (_, given, want) => {
  expect(isUnchanged(given === undefined ? {} : { 'if-none-match': given }, '"a"')).toBe(want);
});

test.each<[string, string | undefined, boolean]>([
  ['no header', undefined, true],
  ['the tag', '"a"', true],
  ['another tag', '"b"', false],
  ['a weak tag', 'W/"a"', false],
  ['a date', 'Wed, 21 Oct 2026 07:28:00 GMT', false],
])('mayUseRange with %s (%j) is %s', (_, given, want) => {
  expect(mayUseRange(given === undefined ? {} : { 'if-range': given }, '"a"')).toBe(want);
});
