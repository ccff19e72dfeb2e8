import { expect, test } from '@jest/globals';
import { dateIn } from './date-lines.ts';
import { noCopy } from './drawn-copy.ts';

test.each<[string, string, string[]]>([
  ['fr', 'Samedi 14 novembre, 20 h', ['Samedi', '#14', 'novembre', '20 h']],
  ['en', 'November 14 at the Harbour Hall', ['November', '#14', 'at the Harbour Hall']],
  ['es', '3 de mayo', ['#3', 'de mayo']],
  ['da', 'Kursus den 14. og 15. marts', ['Kursus den', '#14. og 15.', 'marts']],
  ['ja', '11月14日 19時開演', ['#11月14日', '19時開演']],
  ['ar', 'السبت 14 نوفمبر', ['السبت', '#14', 'نوفمبر']],
  ['de', 'ab 03.05.2026, 19 Uhr', ['ab', '#03.05.2026', '19 Uhr']],
])('the day stands alone in a date (%s): %s', (language, offer, want) => {
  const lines = dateIn({ ...noCopy, offer }, language)?.lines ?? [];
  expect(lines.map(({ label, value }) => (value === '' ? label : `#${value}`))).toEqual(want);
});

test.each([
  ['an offer without a date', '20 % off'],
  ['a time between two dates', '6 March – 30 May 2027'],
  ['a time between two dates in digits', '03.05. – 09.06.2027'],
  ['a long text with a date', 'On 14 November we open the doors of our new house for the first time.'],
])('%s is not set as a date', (_, offer) => {
  expect(dateIn({ ...noCopy, offer }, 'en')).toBeNull();
});
