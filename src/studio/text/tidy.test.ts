import { expect, test } from '@jest/globals';
import { tidy } from './tidy.ts';

test.each<[string, string, string, string]>([
  ['straight quotes curl', 'en', 'The "quiet" hour', 'The “quiet” hour'],
  ['German quotes stand low and high', 'de', 'Die "stille" Stunde', 'Die „stille“ Stunde'],
  ['apostrophes curl in every language', 'de', "Los geht's", 'Los geht’s'],
  ['dots become an ellipsis, hyphens with blanks a dash', 'en', 'Wait... now - go', 'Wait… now\u00a0– go'],
  ['a number keeps its unit', 'en', 'Only 250 ml for 9 €', 'Only 250\u00a0ml for 9\u00a0€'],
  ['a name keeps together', 'en', 'New from Kiln & Co today', 'New from Kiln\u00a0&\u00a0Co today'],
  ['Japanese quotes are corners, its own stay', 'ja', '今だけ"半額"です「新」', '今だけ「半額」です「新」'],
  ['Traditional Chinese quotes are corners', 'zh-TW', '"溫潤"的釉色', '「溫潤」的釉色'],
  ['Simplified Chinese quotes curl', 'zh-CN', '真正"轻"装', '真正“轻”装'],
  ['Korean, Thai and Hindi quotes curl', 'ko', '오늘 "반값" 세일', '오늘 “반값” 세일'],
  ['Hebrew quotes stand high, its abbreviations have signs of their own', 'he', 'צה"ל אמר "שלום"', 'צה״ל אמר ”שלום”'],
  ['letters and accents are put together', 'fr', 'Cafe\u0301', 'Café'],
  ['blanks are one blank', 'en', '  a\n\n b ', 'a b'],
])('%s', (_, language, text, want) => {
  expect(tidy(text, language, ['Kiln & Co'])).toBe(want);
});
