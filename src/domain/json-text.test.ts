import { describe, expect, test } from '@jest/globals';
import { jsonText, parseJson } from './json-text.ts';

describe('parseJson', () => {
  test.each([
    ['a value', '{"a":[1,"b"]}', { a: [1, 'b'] }],
    ['undefined for other text', '{"a":', undefined],
    ['a text without half an emoji', '{"a":["Sale \\ud83d"]}', { a: ['Sale '] }],
    ['a text without half an emoji in upper case', '["\\uDE00 Sale"]', [' Sale']],
    ['whole emoji', '["\\ud83d\\ude00 😀"]', ['😀 😀']],
    ['an escaped backslash', String.raw`["\\ud83d"]`, [String.raw`\ud83d`]],
  ])('returns %s', (_, text, want) => {
    expect(parseJson(text)).toEqual(want);
  });
});

describe('jsonText', () => {
  test.each([
    ['JSON as JSON.stringify does', { a: [1, null, '😀 "\u2028"'] }],
    ['a backslash before the name of half a character', { a: String.raw`\ud83d` }],
  ])('returns %s', (_, value) => {
    expect(jsonText(value)).toBe(JSON.stringify(value));
  });

  test('returns a replacement character for each half of a character, in values and in names', () => {
    const value = { 'a\ud83d': ['Sale \ud83d', { b: '\ude00' }] };
    expect(JSON.parse(jsonText(value))).toEqual({ 'a\ufffd': ['Sale \ufffd', { b: '\ufffd' }] });
    expect(jsonText(value)).not.toMatch(/\\ud/);
  });
});
