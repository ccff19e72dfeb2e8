import { expect, test } from '@jest/globals';
import { graphemes } from './graphemes.ts';
import { legibleText } from './legible-text.ts';

/** Fonts that have Latin, Han, kana, the octopus and the guitar, and nothing else. */
const missing = (text: string): string[] =>
  graphemes(text).filter((each) => !/^[\u0020-\u024f\u2010-\u2044\u3000-\u30ff\u4e00-\u9fff🐙🎸]$/u.test(each));

test.each<[string, string, string, string[]]>([
  ['what the fonts have stays as it is', 'Cafe\u0301 au lait', 'Cafe\u0301 au lait', []],
  ['a symbol is left out, and its blank', 'Fresh ✓ today', 'Fresh today', ['✓']],
  ['a blank before a full stop goes too', 'All fresh ✓.', 'All fresh.', ['✓']],
  ['empty brackets are left out', 'All fresh (✓) today', 'All fresh today', ['✓']],
  ['a word in another script is left out of a sentence', 'Try தம coffee today', 'Try coffee today', ['த', 'ம']],
  ['a text of which a third would be missing is left out', 'Try தமதம', '', ['த', 'ம']],
  ['a text with a torn word is left out', 'Coffeeத every single morning', '', ['த']],
  ['a rare Han character is left out', '新野家的𪜀店开业了', '新野家的店开业了', ['𪜀']],
  ['a text of nothing but symbols is left out', '✓✓ ✗!', '', ['✓', '✗']],
  ['letters of mathematics are plain letters', '𝗕𝗼𝗹𝗱 sale', 'Bold sale', []],
  ['an emoji falls into its parts', 'Live 🐙\u200d🎸 now', 'Live 🐙🎸 now', []],
  ['a letter loses the marks that no font puts on it', 'x\u0302 marks it', 'x marks it', []],
])('%s', (_, text, want, lost) => {
  expect(legibleText(text, missing)).toEqual({ text: want, lost });
});
