import { expect, test } from '@jest/globals';
import { graphemes } from './graphemes.ts';
import { legibleText } from './legible-text.ts';

/** Returns the missing characters of fonts that have only Latin, Han, kana, the octopus and the guitar. */
const missing = (text: string): string[] =>
  graphemes(text).filter((each) => !/^[\u0020-\u024f\u2010-\u2044\u3000-\u30ff\u4e00-\u9fff🐙🎸]$/u.test(each));

test.each<[string, string, string, string[]]>([
  ['covered characters are kept', 'Cafe\u0301 au lait', 'Cafe\u0301 au lait', []],
  ['a symbol is removed with its blank', 'Fresh ✓ today', 'Fresh today', ['✓']],
  ['a blank before a full stop is removed with the symbol', 'All fresh ✓.', 'All fresh.', ['✓']],
  ['empty brackets are removed', 'All fresh (✓) today', 'All fresh today', ['✓']],
  [
    'a word in another writing system is removed from a sentence',
    'Try தம coffee today',
    'Try coffee today',
    ['த', 'ம'],
  ],
  ['a text that would lose a third of its characters is removed', 'Try தமதம', '', ['த', 'ம']],
  ['a text whose word would lose a character is removed', 'Coffeeத every single morning', '', ['த']],
  ['a rare Han character is removed', '新野家的𪜀店开业了', '新野家的店开业了', ['𪜀']],
  ['a text of only symbols is removed', '✓✓ ✗!', '', ['✓', '✗']],
  ['mathematical letters become plain letters', '𝗕𝗼𝗹𝗱 sale', 'Bold sale', []],
  ['a joined emoji is split into its parts', 'Live 🐙\u200d🎸 now', 'Live 🐙🎸 now', []],
  ['a combining mark without a glyph is removed from its letter', 'x\u0302 marks it', 'x marks it', []],
])('%s', (_, text, want, lost) => {
  expect(legibleText(text, missing)).toEqual({ text: want, lost });
});

test.each([
  ['is replaced by the code of the currency', '৳1,299', 'BDT\u00a01,299'],
  ['after a number is replaced', '4 000៛', '4 000\u00a0KHR'],
  ['keeps its blank', '₲ 45.000', 'PYG 45.000'],
  ['in a sentence is replaced', 'Only ₾49 – until Sunday', 'Only GEL\u00a049 – until Sunday'],
  ['of several currencies leaves out the price', 'Now ﷼ 49', ''],
  ['without a code leaves out the price', '૱499', ''],
  ['that is not in Unicode yet leaves out the price', '\u20c5 49', ''],
  ['of an icon font leaves out a price without words', '\ue900 49', ''],
  ['of an icon font is removed from a sentence', '\ue900 Ready in 24 hours', 'Ready in 24 hours'],
  ['next to a price in another currency is replaced', '৳1,299 or $11', 'BDT\u00a01,299 or $11'],
])('a currency sign that no font has %s', (_, text, want) => {
  expect(legibleText(text, missing).text).toBe(want);
});
