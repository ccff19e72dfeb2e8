import { describe, expect, test } from '@jest/globals';
import { breakerFor } from '../../text/breaks.ts';
import { partsOf } from './on-screen-text.ts';

const split = async (language: string, text: string): Promise<string> =>
  partsOf(text, await breakerFor(text, language)).join(' | ');

describe('partsOf', () => {
  test.each([
    ['a number with its unit', 'de', 'Der Grat 35 wiegt | nur 980 Gramm und trägt | bis zu 15 Kilo'],
    ['a preposition with its noun', 'es', 'Dormir frente al mar | desde 29 € por noche'],
    ['a Hebrew preposition with its noun', 'he', 'שומר על המים קרים | במשך 24 שעות'],
    ['an Arabic preposition with its noun', 'ar', 'ستة أيام سيرًا على الأقدام | مع أهل الصحراء'],
    ['a Hindi postposition with its noun', 'hi', 'हर कप जयपुर में | हाथ से बनाया जाता है'],
    ['a Korean bound noun with its number', 'ko', '한 번 충전으로 40시간 동안 | 들을 수 있습니다'],
    ['the items of a list', 'en', 'Keep every customer, call and quote | in one place'],
    ['two adjectives', 'en', 'Gasket mount | for a soft, quiet typing feel'],
    ['a single word with the next ones', 'en', 'Stoneware, thrown by hand | and dipped twice'],
  ])('keeps together %s', async (_, language, want) => {
    expect(await split(language, want.replaceAll(' | ', ' '))).toBe(want);
  });

  test('a text of six words is not divided', async () => {
    expect(await split('en', 'Knows a train from a voice')).toBe('Knows a train from a voice');
  });
});
