import { expect, test } from '@jest/globals';
import { cleanLines, cleanMarkup, cleanMarkupLines, cleanText, foldText } from './text.ts';

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

test.each([
  ['without soft hyphens', 'Reise\u00adkosten\u00adabrechnung', 'Reisekostenabrechnung'],
  ['without zero-width spaces', 'Night\u200bShift', 'NightShift'],
  ['without word joiners', 'Night\u2060Shift', 'NightShift'],
  ['without zero-width no-break spaces', 'Night\ufeffShift', 'NightShift'],
  ['with the joiners of Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['with the joiner that forms the last letter of a Malayalam word', 'അവന്\u200d ', 'അവന്\u200d'],
  ['without the joiner of an emoji that was cut', 'Hot ❤\ufe0f\u200d', 'Hot ❤\ufe0f'],
  ['without joiners at its edges', '\u200c Shop \u200d', 'Shop'],
  ['without direction marks in a text of one direction', '\u200eNight\u200e Shift\u200f', 'Night Shift'],
  ['without Arabic letter marks in a Latin text', 'Night\u061c Shift', 'Night Shift'],
  ['with direction marks in a text of both directions', 'שלום\u200f! ABC', 'שלום\u200f! ABC'],
  ['with a space for each line break', 'Night\u2028Shift\u0085now\v!', 'Night Shift now !'],
  ['without half an emoji', 'New in \ud83d', 'New in'],
  ['without half an emoji within', 'New \ude00 in', 'New in'],
  ['without undecodable bytes between words', 'New \ufffd\ufffd in \ufffd', 'New in'],
  ['up to the sentence with a letter that could not be decoded', 'Warm. Dry. Gr\ufffd\ufffde.', 'Warm. Dry.'],
  ['up to the sentence that is cut within a letter', '自然の恵み。そのま\ufffd', '自然の恵み。'],
  ['as nothing if its only sentence lacks a letter', 'Caf\ufffd', undefined],
  ['as nothing if it has only characters that print nothing', '\u200b\u00ad\u3164', undefined],
])('cleanText returns a text %s', (_, raw, want) => {
  expect(cleanText(raw, 200)).toBe(want);
});

test('cleanText is quick on a text of joiners', () => {
  const startMs = performance.now();
  expect(cleanText(`می${'\u200c'.repeat(30_000)}خواهم`, 5_000)).toBe('میخواهم');
  expect(performance.now() - startMs).toBeLessThan(500);
});

test('cleanText does not cut an emoji in two', () => {
  expect(cleanText(`${'a'.repeat(15)}😀`, 2)).toBe('a…');
  expect(cleanText('👨‍👩‍👧👨‍👩‍👧', 8)).toBe('👨‍👩‍👧…');
});

test.each([
  ['an optional line break', 'Reise<wbr>kosten<wbr/>abrechnung', 'Reisekostenabrechnung'],
  ['a soft hyphen that was encoded twice', 'Reise&amp;shy;kosten', 'Reisekosten'],
  ['letters in bold or below the line', 'Water<b>proof</b> H<sub>2</sub>O', 'Waterproof H2O'],
  ['a mark after a link', 'Made of <a href="/wool">wool</a>, dry', 'Made of wool, dry'],
  ['references to half an emoji', 'Sale now&#xD83D; &#55357;&amp;#56832;', 'Sale now'],
  ['references to other characters', 'Sale &#8364;5 &#x1F600; &#553570;', 'Sale €5 😀 \u{87262}'],
  ['a remark of the HTML within', 'Reise<!-- x -->kosten', 'Reisekosten'],
  ['cells of a table', '<td>Wool</td><td>Linen</td>', 'Wool Linen'],
  ['an unknown element', 'Wool<x-icon></x-icon>Linen', 'Wool Linen'],
])('cleanMarkup returns whole words of a text with %s', (_, raw, want) => {
  expect(cleanMarkup(raw, 200)).toBe(want);
});

test('foldText returns the same text with and without soft hyphens', () => {
  expect(foldText('Reise\u00adkosten')).toBe(foldText('Reisekosten'));
});

test('foldText returns the same text for both Turkish letters i, in any case', () => {
  expect(foldText('TAKIMI İNDİRİM')).toBe(foldText('takımı indirim'));
});
