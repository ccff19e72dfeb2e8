import { describe, expect, test } from '@jest/globals';
import { adWritingSystem, directionOf, mainWritingSystem, writingSystemsIn, writingSystemsOf } from './detect.ts';
import { unicodeScriptName } from './unicode-script-name.ts';

const scriptOf = (text: string, language: string) =>
  adWritingSystem(text, language, writingSystemsOf(text, language)).name;

describe('adScript', () => {
  test.each<[string, string, string, string]>([
    ['an ad with kana is Japanese', 'zh-TW', '無印良品のケース', 'japanese'],
    ['an ad with Han characters in Japanese is Japanese', 'ja', '無印良品', 'japanese'],
    ['an ad with Hangul is Korean', 'en', '세일 50% 漢江', 'korean'],
    ['an ad with Han characters in Korean is Korean', 'ko-KR', '漢江', 'korean'],
    [
      'an ad with Han characters for Hong Kong is traditional Chinese',
      'zh-HK',
      '整天都有冰涼的水',
      'chinese-traditional',
    ],
    [
      'an ad with Han characters and the subtag Hant is traditional Chinese',
      'zh-Hant',
      '整天都有冰涼的水',
      'chinese-traditional',
    ],
    ['an ad with Han characters is otherwise simplified Chinese', 'en', '轻装上阵', 'chinese-simplified'],
    ['a Han character counts as two letters', 'ja', 'iPhone 用ケース', 'japanese'],
    [
      'a few words of another writing system do not decide the writing system of an ad',
      'en',
      'Fresh の coffee for everybody',
      'latin',
    ],
    ['Latin names do not make an Arabic ad Latin', 'ar', 'خصم كبير على iPhone Pro Max', 'arabic'],
    ['an English ad with one Arabic word is Latin', 'ar', 'Say مرحبا to the best coffee in the whole town', 'latin'],
    ['an ad in Hebrew is Hebrew', 'he', 'מים קרים', 'hebrew'],
    ['an ad with only digits is Latin', 'th', '50 %', 'latin'],
  ])('%s', (_, language, text, want) => {
    expect(scriptOf(text, language)).toBe(want);
  });

  test('copy with kana and Hangul is Japanese with Korean words', () => {
    const known = writingSystemsOf('日本のキムチ 김치', 'ja');
    expect(writingSystemsIn('日本のキムチ 김치', known).map(({ name }) => name)).toEqual(['japanese', 'korean']);
  });
});

describe('directionOf', () => {
  const known = writingSystemsOf('', 'en');
  test.each<[string, string, string, 'ltr' | 'rtl']>([
    ['a text that begins with a Latin name in a Hebrew ad', 'Verdane תמיד קר.', 'שלום', 'rtl'],
    ['an English text in an Arabic ad', 'Made in Norway.', 'سلام', 'ltr'],
    ['a text without letters in an Arabic ad', '50 %', 'سلام', 'rtl'],
    ['an Arabic text in an English ad', 'ماء بارد مع Verdane.', 'Hello', 'rtl'],
    ['an English text with one Hebrew word', 'שלום means hello in Hebrew.', 'Hello', 'ltr'],
  ])('directionOf gives the right direction to %s', (_, text, ad, want) => {
    expect(directionOf(text, mainWritingSystem(ad, known), known)).toBe(want);
  });
});

test.each([
  ['எளிமை', 'Tamil'],
  ['ቀላል', 'Ethiopic'],
  ['\u{12000}', 'Sumero-Akkadian Cuneiform'],
  ['✓ !', null],
])('unicodeScriptName of %s is %s', (text, want) => {
  expect(unicodeScriptName(text)).toBe(want);
});
