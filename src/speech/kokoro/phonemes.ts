/** Accent of English, as eSpeak NG names its voices. */
export type Accent = 'en-us' | 'en-gb';

/**
 * Symbols of eSpeak NG (with `^` between the parts of a sound) and the symbols of Kokoro that replace them, in the
 * order of replacement. Kokoro's symbols are described in `EN_PHONES.md` of its library misaki.
 */
const ofBoth: readonly [RegExp, string][] = [
  [/a\^ɪ/g, 'I'],
  [/a\^ʊ/g, 'W'],
  [/e\^ɪ/g, 'A'],
  [/ɔ\^ɪ/g, 'Y'],
  [/d\^ʒ/g, 'ʤ'],
  [/t\^ʃ/g, 'ʧ'],
  [/ə\^l|l̩/g, 'ᵊl'],
  [/ʔn̩/g, 'tᵊn'],
  [/n̩/g, 'ᵊn'],
  [/ʔ/g, 't'],
  [/ɐ/g, 'ə'],
  [/[xç]/g, 'k'],
  [/ɬ/g, 'l'],
  [/ɲ/g, 'nj'],
  [/r/g, 'ɹ'],
];

const ofAccent: Record<Accent, readonly [RegExp, string][]> = {
  'en-us': [
    [/o\^ʊ/g, 'O'],
    [/ɜːɹ?/g, 'ɜɹ'],
    [/ɚ/g, 'əɹ'],
    [/[ɒa]/g, 'ɑ'],
    [/o/g, 'ɔ'],
    [/e/g, 'A'],
    [/ː/g, ''],
  ],
  'en-gb': [
    [/ə\^ʊ/g, 'Q'],
    [/e\^ə/g, 'ɛː'],
    [/i\^ə/g, 'ɪə'],
    [/ɚ/g, 'ə'],
    [/æ/g, 'a'],
    [/ᵻ/g, 'ɪ'],
    [/ɾ/g, 't'],
    [/o/g, 'ɔ'],
    [/e/g, 'ɛ'],
  ],
};

/** Returns the phonemes of eSpeak NG in the symbols of Kokoro. */
export const kokoroPhonemes = (espeak: string, accent: Accent): string =>
  [...ofBoth, ...ofAccent[accent], [/\^/g, ''] as const]
    .reduce((text, [from, to]) => text.replace(from, to), espeak.normalize('NFC'))
    .replace(/\s+/g, ' ')
    .trim();
