import { describe, expect, test } from '@jest/globals';
import { firstCharacters, firstUnits, withoutHalves } from './whole-characters.ts';

describe('withoutHalves', () => {
  test.each([
    ['the first half of an emoji at the end', 'Sale \ud83d', 'Sale '],
    ['the second half of an emoji at the start', '\ude00 Sale', ' Sale'],
    ['halves in the wrong order', 'a\ude00\ud83db', 'ab'],
  ])('removes %s', (_, text, want) => {
    expect(withoutHalves(text)).toBe(want);
  });

  test('keeps whole emoji', () => {
    expect(withoutHalves('👩‍🚀 \ud83d😀')).toBe('👩‍🚀 😀');
  });
});

test.each([
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['abc', 2, 'ab'],
])('firstUnits(%j, %d) returns whole characters', (text, max, want) => {
  expect(firstUnits(text, max)).toBe(want);
});

test.each([
  ['a short text', 'abc', 3, 'abc'],
  ['a family, which is one emoji of five code points', 'Hi 👨‍👩‍👧', 5, 'Hi '],
  ['a flag', 'Go 🇩🇪', 4, 'Go '],
  ['a letter with a mark', 'cafe\u0301s', 4, 'caf'],
  ['the code points of one emoji alone', '👨‍👩‍👧', 1, '👨'],
])('firstCharacters does not divide %s', (_, text, max, want) => {
  expect(firstCharacters(text, max)).toBe(want);
});
