import { expect, test } from '@jest/globals';
import { airSeconds, spokenSeconds, voicedSeconds } from './pace.ts';

/** Seconds of speech of the built-in American voice at its natural rate, without the silence around it. */
const measured: [string, number][] = [
  ['Cold mornings deserve better coffee.', 2.26],
  ['The Steel Bottle keeps water cold for 24 hours.', 3.18],
  ['It weighs 1,198 grams and folds with one hand.', 4.57],
  ['Save 30% until Sunday.', 2.1],
  ['Only $239.', 2.07],
  ['Get yours at Marl.', 1.15],
  ['It is roasted today, and at your door by Friday.', 3.02],
  ['Charges from zero to 80 percent in 18 minutes.', 3.21],
  ['Your skin, calm and hydrated, all winter.', 2.57],
  ['It cleans windows, floors and upholstery without chemicals.', 3.8],
];

test.each(measured)('the estimate for “%s” is near the measured %d seconds', (text, seconds) => {
  expect(Math.abs(spokenSeconds(text, 'en-US') / seconds - 1)).toBeLessThan(0.11);
});

test('a scene has air before and after its words, and none without words', () => {
  expect(voicedSeconds('Only $239.', 'en')).toBeCloseTo(spokenSeconds('Only $239.', 'en') + 2 * airSeconds);
  expect([voicedSeconds('', 'en'), voicedSeconds('!!! 🎉', 'th')]).toEqual([0, 0]);
});

test.each([
  ['zh-Hans', '夏日新品免费送货', 1.7],
  ['ja', 'コーヒーは今日焙煎', 1.4],
  ['de', 'Hält Wasser den ganzen Tag kalt', 2.1],
  ['xx', 'Some words of no known language', 2.2],
])('the estimate in %s counts characters at the rate of the language', (language, text, seconds) => {
  expect(spokenSeconds(text, language)).toBeCloseTo(seconds, 0);
});
