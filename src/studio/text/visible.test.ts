import { expect, test } from '@jest/globals';
import { visible } from './visible.ts';

test.each<[string, string, string]>([
  ['plain text is kept, composed or not', 'Cafe\u0301\n au lait', 'Cafe\u0301\n au lait'],
  ['control characters and direction overrides are removed', 'Ne\u0007w \u202eevil\u202c\u2066', 'New evil'],
  ['lone surrogates are removed', 'New \ud800 in', 'New in'],
  ['invisible fillers are removed', 'N\u200be\ufeffw\u3164', 'New'],
  ['joiners are kept, because letters and emoji need them', 'می\u200cخواهم 👩\u200d🚀', 'می\u200cخواهم 👩\u200d🚀'],
  ['more than two accents on a letter become two', 'Z\u0300\u0301\u0302\u0303\u0304o', 'Z\u0300\u0301o'],
  ['Hebrew points and Thai marks are kept', 'שָּׁ ที่', 'שָּׁ ที่'],
  ['marks without a letter are removed', 'ี กบ “\u0301a” \u064bb', 'กบ “a” b'],
  [
    'tag characters are removed except those of a flag',
    'R\u{e0041}X 🏴\u{e0067}\u{e0062}\u{e007f}',
    'RX 🏴\u{e0067}\u{e0062}\u{e007f}',
  ],
  ['the marks of a keycap are kept', '#\ufe0f\u20e3 ‼\ufe0f', '#\ufe0f\u20e3 ‼\ufe0f'],
  ['text without visible characters becomes empty', ' \u200d\u3164\u2800\u0301 ', ''],
])('%s', (_, text, want) => {
  expect(visible(text)).toBe(want);
});
