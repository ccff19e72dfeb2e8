import { expect, test } from '@jest/globals';
import { visible } from './visible.ts';

test.each<[string, string, string]>([
  ['plain words stay, composed or not', 'Cafe\u0301\n au lait', 'Cafe\u0301\n au lait'],
  ['control characters and overrides of direction go', 'Ne\u0007w \u202eevil\u202c\u2066', 'New evil'],
  ['halves of characters go', 'New \ud800 in', 'New in'],
  ['fillers go', 'N\u200be\ufeffw\u3164', 'New'],
  ['joiners stay, because letters and emoji need them', 'می\u200cخواهم 👩\u200d🚀', 'می\u200cخواهم 👩\u200d🚀'],
  ['heaps of accents become two', 'Z\u0300\u0301\u0302\u0303\u0304o', 'Z\u0300\u0301o'],
  ['Hebrew points and Thai marks stay', 'שָּׁ ที่', 'שָּׁ ที่'],
  ['marks without a letter go', 'ี กบ “\u0301a” \u064bb', 'กบ “a” b'],
  ['tags go, but not those of a flag', 'R\u{e0041}X 🏴\u{e0067}\u{e0062}\u{e007f}', 'RX 🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['the marks of a keycap stay', '#\ufe0f\u20e3 ‼\ufe0f', '#\ufe0f\u20e3 ‼\ufe0f'],
  ['text without visible characters becomes empty', ' \u200d\u3164\u2800\u0301 ', ''],
])('%s', (_, text, want) => {
  expect(visible(text)).toBe(want);
});
