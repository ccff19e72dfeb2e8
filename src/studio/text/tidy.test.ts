import { expect, test } from '@jest/globals';
import { tidy } from './tidy.ts';

test.each<[string, string, string, string]>([
  ['straight quotes become curly', 'en', 'The "quiet" hour', 'The “quiet” hour'],
  ['German quotes are low and high', 'de', 'Die "stille" Stunde', 'Die „stille“ Stunde'],
  ['apostrophes become curly in every language', 'de', "Los geht's", 'Los geht’s'],
  [
    'three dots become an ellipsis, and a hyphen between blanks becomes a dash',
    'en',
    'Wait... now - go',
    'Wait… now\u00a0– go',
  ],
  ['a number stays together with its unit', 'en', 'Only 250 ml for 9 €', 'Only 250\u00a0ml for 9\u00a0€'],
  ['a name stays together', 'en', 'New from Kiln & Co today', 'New from Kiln\u00a0&\u00a0Co today'],
  [
    'straight quotes in Japanese become corner brackets, and existing ones are kept',
    'ja',
    '今だけ"半額"です「新」',
    '今だけ「半額」です「新」',
  ],
  ['straight quotes in Traditional Chinese become corner brackets', 'zh-TW', '"溫潤"的釉色', '「溫潤」的釉色'],
  ['straight quotes in Simplified Chinese become curly', 'zh-CN', '真正"轻"装', '真正“轻”装'],
  ['straight quotes in Korean become curly', 'ko', '오늘 "반값" 세일', '오늘 “반값” 세일'],
  ['Hebrew quotes are high, and abbreviations get gershayim', 'he', 'צה"ל אמר "שלום"', 'צה״ל אמר ”שלום”'],
  ['letters and accents are composed', 'fr', 'Cafe\u0301', 'Café'],
  ['repeated blanks become one blank', 'en', '  a\n\n b ', 'a b'],
])('%s', (_, language, text, want) => {
  expect(tidy(text, language, ['Kiln & Co'])).toBe(want);
});
