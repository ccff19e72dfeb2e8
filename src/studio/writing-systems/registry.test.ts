import { describe, expect, test } from '@jest/globals';
import { adWritingSystem, directionOf, mainWritingSystem, writingSystemsIn, writingSystemsOf } from './registry.ts';
import { unicodeScriptName } from './unicode-script-name.ts';

const scriptOf = (text: string, language: string) =>
  adWritingSystem(text, language, writingSystemsOf(text, language)).name;

describe('the script of an ad', () => {
  test.each<[string, string, string, string]>([
    ['kana make it Japanese', 'zh-TW', '無印良品のケース', 'japanese'],
    ['Han in an ad in Japanese is Japanese', 'ja', '無印良品', 'japanese'],
    ['Hangul make it Korean', 'en', '세일 50% 漢江', 'korean'],
    ['Han in an ad in Korean is Korean', 'ko-KR', '漢江', 'korean'],
    ['Han by region is traditional', 'zh-HK', '整天都有冰涼的水', 'chinese-traditional'],
    ['Han by script is traditional', 'zh-Hant', '整天都有冰涼的水', 'chinese-traditional'],
    ['Han is simplified where nothing says more', 'en', '轻装上阵', 'chinese-simplified'],
    ['a Han character counts as two letters', 'ja', 'iPhone 用ケース', 'japanese'],
    ['a few words do not make a script', 'en', 'Fresh の coffee for everybody', 'latin'],
    ['an Arabic ad is not turned round by names in Latin', 'ar', 'خصم كبير على iPhone Pro Max', 'arabic'],
    ['an English ad with a word of Arabic is English', 'ar', 'Say مرحبا to the best coffee in the whole town', 'latin'],
    ['Hebrew, Thai and Devanagari are known', 'he', 'מים קרים', 'hebrew'],
    ['digits alone are Latin', 'th', '50 %', 'latin'],
  ])('%s', (_, language, text, want) => {
    expect(scriptOf(text, language)).toBe(want);
  });

  test('copy with kana and Hangul is Japanese with Korean words', () => {
    const known = writingSystemsOf('日本のキムチ 김치', 'ja');
    expect(writingSystemsIn('日本のキムチ 김치', known).map(({ name }) => name)).toEqual(['japanese', 'korean']);
  });
});

describe('the direction of a text', () => {
  const known = writingSystemsOf('', 'en');
  test.each<[string, string, string, 'ltr' | 'rtl']>([
    ['that begins with a name in a Hebrew ad', 'Verdane תמיד קר.', 'שלום', 'rtl'],
    ['in English in an Arabic ad', 'Made in Norway.', 'سلام', 'ltr'],
    ['without letters is the ad’s', '50 %', 'سلام', 'rtl'],
    ['in Arabic in an English ad', 'ماء بارد مع Verdane.', 'Hello', 'rtl'],
    ['in English with a word of Hebrew', 'שלום means hello in Hebrew.', 'Hello', 'ltr'],
  ])('%s', (_, text, ad, want) => {
    expect(directionOf(text, mainWritingSystem(ad, known), known)).toBe(want);
  });
});

test.each([
  ['எளிமை', 'Tamil'],
  ['ቀላል', 'Ethiopic'],
  ['\u{12000}', 'Sumero-Akkadian Cuneiform'],
  ['✓ !', null],
])('the script of %s is %s', (text, want) => {
  expect(unicodeScriptName(text)).toBe(want);
});
