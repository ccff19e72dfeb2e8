import { expect, test } from '@jest/globals';
import { kokoroPhonemes, type Accent } from './phonemes.ts';
import { tokensOf } from './vocabulary.ts';

test.each<[Accent, string, string]>([
  ['en-us', 'ðə t^ʃˈɔ^ɪs', 'ðə ʧˈYs'],
  ['en-us', 't^ʃˈe^ɪnd^ʒ tədˈe^ɪ', 'ʧˈAnʤ tədˈA'],
  ['en-us', 'bˈɑːɾə^l', 'bˈɑɾᵊl'],
  ['en-us', 'bˈʌʔn̩', 'bˈʌtᵊn'],
  ['en-us', 'bˈɜːd hˈɜː bˈɛɾɚ', 'bˈɜɹd hˈɜɹ bˈɛɾəɹ'],
  ['en-us', 'fˈa^ɪ^ɚ mˈoː^ɹ nˈɪ^ɹ', 'fˈIəɹ mˈɔɹ nˈɪɹ'],
  ['en-us', 'ɡˈo^ʊ nˈa^ʊ', 'ɡˈO nˈW'],
  ['en-gb', 'ɡˈə^ʊ ðˈe^ə hˈi^ə', 'ɡˈQ ðˈɛː hˈɪə'],
  ['en-gb', 'bˈɜːd kˈɑː bˈaθ lˈɒx', 'bˈɜːd kˈɑː bˈaθ lˈɒk'],
])('in %s, the sounds %s become %s', (accent, espeak, kokoro) => {
  expect(kokoroPhonemes(espeak, accent)).toBe(kokoro);
  expect(tokensOf(kokoro)).toHaveLength(Array.from(kokoro).length);
});

test('sounds that English does not have are left out of the input of the model', () => {
  expect(tokensOf('a ʘ,')).toEqual([43, 16, 3]);
});
