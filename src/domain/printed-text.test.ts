import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { printed } from './printed-text.ts';

test.each([
  ['a soft hyphen', 'Reise\u00adkosten\u00adabrechnung', 'Reisekostenabrechnung'],
  ['a zero-width space', 'Night\u200bShift', 'NightShift'],
  ['a word joiner', 'Night\u2060Shift', 'NightShift'],
  ['a zero-width no-break space', 'Night\ufeffShift', 'NightShift'],
  ['invisible operators of mathematics', 'f\u2061(x\u2062y)', 'f(xy)'],
  ['a combining grapheme joiner', 'Ma\u034fus', 'Maus'],
  ['controls of direction', '\u202aNight\u202c \u2066Shift\u2069', 'Night Shift'],
  ['the optional hyphen of a word processor', 'Reise\u001fkosten', 'Reisekosten'],
  ['a null character', 'Night\u0000Shift', 'NightShift'],
  ['an object replacement character', 'Night\ufffcShift', 'NightShift'],
  ['a joiner between Latin letters', 'Auf\u200clage', 'Auflage'],
  ['a variation selector after a Latin letter', 'Night\ufe0eShift', 'NightShift'],
  ['a Mongolian vowel separator between Latin letters', 'Night\u180eShift', 'NightShift'],
  ['tag characters outside a flag', 'Night\u{e0041}\u{e007f}', 'Night'],
  ['half an emoji', 'Night \ud83d', 'Night '],
  ['a zero-width space in Thai', 'กาแฟ\u200bคั่วสด', 'กาแฟคั่วสด'],
  ['a zero-width space in Khmer', 'កាហ្វេ\u200bស្រស់', 'កាហ្វេស្រស់'],
])('printed removes %s', (_, text, want) => {
  expect(printed(text)).toBe(want);
});

test.each([
  ['joiners of Persian', 'می\u200cخواهم'],
  ['joiners of Devanagari and Sinhala', 'क्\u200dष क्\u200cष ශ්\u200dරී'],
  ['joined emoji', '👩\u200d🚀 👩🏽\u200d💻 ❤\ufe0f\u200d🔥'],
  ['the style of a sign', '✔\ufe0f ™\ufe0e #\ufe0f\u20e3'],
  ['the flag of a region', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['variants of Han characters', '葛\u{e0100}城'],
  ['direction marks', 'שלום\u200f! ABC\u200e'],
  ['line breaks and tabs', 'é\n\t\v\u0085\u2028é'],
])('printed keeps %s', (_, text) => {
  expect(printed(text)).toBe(text);
});

test('printed replaces blanks that only look empty by spaces', () => {
  expect(printed('환영\u3164합니다\u2800!')).toBe('환영 합니다 !');
});

test('printed works without anything outside itself, because web pages run it', () => {
  expect(runInNewContext(`(${String(printed)})('Reise\\u00adkosten')`)).toBe('Reisekosten');
});
