import { describe, expect, test } from '@jest/globals';
import { breakerFor } from './breaks.ts';
import { letterCount } from './count.ts';
import { divideLeastDisturbing, emptinessCost, joinedPhrases } from './phrase-ends.ts';

const lettersMax = 42;

const divided = async (language: string, text: string): Promise<string> =>
  divideLeastDisturbing((await breakerFor(text, language))(text), {
    fits: (part) => letterCount(joinedPhrases(part)) <= lettersMax,
    costOf: (part) => emptinessCost(letterCount(joinedPhrases(part)), lettersMax),
  })
    .map(joinedPhrases)
    .join(' | ');

describe('divideLeastDisturbing', () => {
  test.each([
    ['a number with its unit', 'de', 'Der Grat 35 wiegt nur 980 Gramm | und trägt bis zu 15 Kilo'],
    ['a preposition with its noun', 'es', 'Dormir frente al mar | a cinco minutos a pie de la playa'],
    ['an Arabic preposition with its noun', 'ar', 'ستة أيام سيرًا على الأقدام | مع أهل الصحراء وأدلاء من القرى'],
    ['a Hindi postposition with its noun', 'hi', 'हर कप जयपुर में हाथ से बनाया जाता है | और भट्टी में पकाया जाता है'],
    ['a Korean bound noun with its number', 'ko', '한 번 충전으로 40시간 동안 | 들을 수 있습니다'],
    ['the items of a list', 'en', 'Keep every customer, call and quote | in one quiet place'],
    ['two adjectives', 'en', 'A gasket mount made at home | for a soft, quiet typing feel'],
  ])('keeps together %s', async (_, language, want) => {
    expect(await divided(language, want.replaceAll(' | ', ' '))).toBe(want);
  });

  test('a single word that does not fit is a part', async () => {
    const word = 'a'.repeat(50);
    expect(await divided('en', `Big ${word} Big`)).toBe(`Big | ${word} | Big`);
  });
});
