import { expect, test } from '@jest/globals';
import { cleanLines, cleanMarkupLines, cleanText, foldText } from './text.ts';

test.each([
  ['a line for each line', 'Made of wool.\n  Dries overnight.', 'Made of wool.\nDries overnight.'],
  ['one line for a sentence over two lines', 'Made of wool\nand linen.', 'Made of wool and linen.'],
  ['no empty lines', '\n\nMade of wool.\r\n\r\n', 'Made of wool.'],
  ['nothing for blanks', ' \n\t', undefined],
])('cleanLines returns %s', (_, raw, want) => {
  expect(cleanLines(raw, 200)).toBe(want);
});

test('cleanLines cuts a long text between words', () => {
  expect(cleanLines('Made of wool.\nDries overnight.', 20)).toBe('Made of wool.\nDries…');
});

test('cleanMarkupLines returns a line for each block of a text with tags', () => {
  expect(cleanMarkupLines('<ul><li>220 g of wax</li><li>Burns <b>45</b> hours</li></ul>', 200)).toBe(
    '220 g of wax\nBurns 45 hours',
  );
});

test.each([
  ['after a full-width full stop', '自然の恵み。 そのまま。', '自然の恵み。そのまま。'],
  ['after a particle', '色を かたちに', '色をかたちに'],
  ['not between two words', 'こだわりの珈琲 毎日お届け', 'こだわりの珈琲 毎日お届け'],
  ['not in Latin text', 'Made of wool. Dry', 'Made of wool. Dry'],
])('cleanText removes a space of Japanese text %s', (_, raw, want) => {
  expect(cleanText(raw, 200)).toBe(want);
});

test('foldText returns the same text for both Turkish letters i, in any case', () => {
  expect(foldText('TAKIMI İNDİRİM')).toBe(foldText('takımı indirim'));
});
