import { expect, test } from '@jest/globals';
import { codePoints, HexColor, isLanguageTag, isWebUrl, isWebUrlSchema, Label, LanguageTag, WebUrl } from './text.ts';

test.each([
  ['', 0],
  ['ä', 1],
  ['😀', 1],
  ['👨‍👩‍👧', 5],
  ['\ud800', 1],
])('the length of %j is %d code points', (text, length) => {
  expect(codePoints(text)).toBe(length);
});

test.each([
  'https://a.example',
  'http://a.example/path?q=1#part',
  'https://a.example:8443/',
  'https://[::1]/',
  'https://bücher.example/ä',
  'https://a.example/@user',
  'https://a.example/?to=a@b',
])('%j is a web URL', (text) => {
  expect(isWebUrl(text)).toBe(true);
});

test.each([
  '',
  'a.example',
  '//a.example/',
  'ftp://a.example/',
  'HTTPS://a.example/',
  'https:/a.example/',
  'https://',
  'https:///path',
  'https://?q',
  'https://user@a.example/',
  'https://user:password@a.example/',
  'https://a.example\\@b.example/',
  'https://a.example/a b',
  'https://a.example/\n',
  ' https://a.example/',
  'https://a.example/\u0000',
  'https://a.example:99999/',
  'javascript:alert(1)',
])('%j is not a web URL', (text) => {
  expect(isWebUrl(text)).toBe(false);
});

test('a described copy of WebUrl is still recognised as a URL, and other texts are not', () => {
  expect(isWebUrlSchema(WebUrl.optional().describe('A page.').unwrap())).toBe(true);
  expect(isWebUrlSchema(WebUrl.describe('A page.'))).toBe(true);
  expect(isWebUrlSchema(HexColor)).toBe(false);
});

test.each(['de', 'en-US', 'zh-Hant-TW', 'sl-rozaj-biske', 'EN-us'])('%j is a language tag', (text) => {
  expect(isLanguageTag(text)).toBe(true);
});

test.each(['', 'e', 'en_US', 'english language', 'en-', '-en', '12'])('%j is not a language tag', (text) => {
  expect(isLanguageTag(text)).toBe(false);
});

test('a language tag may have at most 35 characters', () => {
  const tag = (length: number) => `en-x-${'abcdefgh-'.repeat(4)}`.slice(0, length);
  expect([isLanguageTag(tag(35)), isLanguageTag(tag(39))]).toEqual([true, true]);
  expect([LanguageTag.safeParse(tag(35)).success, LanguageTag.safeParse(tag(39)).success]).toEqual([true, false]);
});

test.each(['#abc', '#ABCDEF', '#12345678'])('%j is a colour', (text) => {
  expect(HexColor.safeParse(text).success).toBe(true);
});

test.each(['abc', '#ab', '#abcd', '#abcdeg', '#abcde', '#abc\n', 'red', ' #abc'])('%j is not a colour', (text) => {
  expect(HexColor.safeParse(text).success).toBe(false);
});

test('a label is trimmed and written in lower case with the same number of characters', () => {
  expect(Label.parse(' LoGo İ')).toBe('logo i');
});
