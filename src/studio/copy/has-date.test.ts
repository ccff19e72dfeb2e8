import { expect, test } from '@jest/globals';
import { hasDate } from './has-date.ts';

test.each<[string, string, string, boolean]>([
  ['a day and a month', 'Saturday 14 November, 8 pm', 'en', true],
  ['a month in the language of the text', 'Samedi 14 novembre, 20 h', 'fr', true],
  ['a month in its form beside a day', '26 maja', 'pl', true],
  ['a short month before the day', 'Nov 14, 8 pm', 'en', true],
  ['a date in digits', 'Ab 3.10. in Köln', 'de', true],
  ['a Japanese date', '11月14日（土）開演', 'ja', true],
  ['a number without a month', '14 rooms', 'en', false],
  ['a month without a day', 'Every May', 'en', false],
  ['a price', 'from 3.50 €', 'en', false],
  ['a discount', '4 × 3', 'es', false],
])('%s', (_, text, language, want) => {
  expect(hasDate(text, language)).toBe(want);
});
