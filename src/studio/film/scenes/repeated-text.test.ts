import { describe, expect, test } from '@jest/globals';
import { areRepeated, sharedWords, withoutRepeated } from './repeated-text.ts';

test.each<[string, string[], string[], string[]]>([
  ['the words of the button', ['Shop now.'], ['Shop now', 'Marl'], []],
  ['the words of the button after another text', ['Made for mud.', 'SHOP NOW'], ['Shop now'], ['Made for mud.']],
  [
    'a button that is divided into parts',
    ['Mud is fun.', 'Book your free', 'test ride today'],
    ['Book your free test ride today'],
    ['Mud is fun.'],
  ],
  ['one of several known texts', ['-50%', 'on all mugs'], ['-50 %', '', '$5'], ['on all mugs']],
  ['the second of two equal parts', ['Made for mud.', '✓', 'made for mud', '✓'], [], ['Made for mud.', '✓', '✓']],
  ['a text twice', ['قهوة', 'قهوة'], ['قهوة!'], []],
])('leaves out %s', (_, parts, known, want) => {
  expect(withoutRepeated(parts, known)).toEqual(want);
});

test('keeps a text that contains the words of the button and more', () => {
  expect(withoutRepeated(['Shop now and save'], ['Shop now'])).toEqual(['Shop now and save']);
});

describe('areRepeated', () => {
  test.each<[string, string[], string, boolean]>([
    ['the spoken words', ['Cold water, all day'], 'Cold water, all day.', true],
    ['most of the spoken words', ['Keeps water cold'], 'The Steel Bottle keeps water cold for 24 hours.', true],
    ['other words than the spoken ones', ['Forty hours of music'], 'Charge it once a week.', false],
    [
      'spoken words without spaces',
      ['水切れがよく、刃にやさしい'],
      '檜は水切れがよく、刃にやさしいのが魅力です。',
      true,
    ],
    ['nothing', [], 'Charge it once a week.', false],
  ])('a text that shows %s: %j', (_, texts, spoken, want) => {
    expect(areRepeated(texts, spoken)).toBe(want);
  });
});

test('sharedWords compares words without case and punctuation', () => {
  expect(sharedWords('Keeps water cold, always.', 'It KEEPS cold')).toBe(0.5);
  expect(sharedWords('…', 'It keeps cold')).toBe(0);
});
