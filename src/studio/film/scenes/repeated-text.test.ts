import { expect, test } from '@jest/globals';
import { withoutRepeated } from './repeated-text.ts';

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
  ['a text twice', ['قهوة', 'قهوة'], ['قهوة!'], []],
])('leaves out %s', (_, parts, known, want) => {
  expect(withoutRepeated(parts, known)).toEqual(want);
});

test('keeps a text that contains the words of the button and more', () => {
  expect(withoutRepeated(['Shop now and save'], ['Shop now'])).toEqual(['Shop now and save']);
});
