import { expect, test } from '@jest/globals';
import { inVisualContext } from './bidi.ts';

const [mark, isolate, pop] = ['\u200e', '\u2066', '\u2069'];

test.each<[string, string[], string[]]>([
  [
    'a number after Latin words on the previous line gets a left-to-right mark',
    ['עם iPhone', '17 Pro Max'],
    ['עם iPhone', `${mark}17 Pro Max`],
  ],
  ['a number after Hebrew words on the previous line gets no mark', ['במחיר', '17 Pro'], ['במחיר', '17 Pro']],
  [
    'a telephone number keeps the order of its groups',
    ['الهاتف: +971 4 123 4567'],
    [`الهاتف: ${isolate}+971 4 123 4567${pop}`],
  ],
  ['a price gets no isolate', ['רק 89 ₪'], ['רק 89 ₪']],
])('%s', (_, lines, want) => {
  expect(inVisualContext(lines, 'rtl')).toEqual(want);
});

test('a left-to-right text gets no marks', () => {
  expect(inVisualContext(['Call', '+971 4 123 4567'], 'ltr')).toEqual(['Call', '+971 4 123 4567']);
});
