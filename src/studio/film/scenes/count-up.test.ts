import { expect, test } from '@jest/globals';
import { countedTo } from './count-up.ts';

test.each<[string, string, number, string | null]>([
  ['a price keeps its cents and shows its currency only at the end', '€9.50', 0.5, '4.50'],
  ['thousands keep their comma', '$1,249.00', 0.5, '624.00'],
  ['a large value keeps all separators', '€1.249.500,00', 0.9, '1.124.550,00'],
  ['thousands without decimals', '¥4,980円', 0.5, '2,490'],
  ['Indian groups', '₹12,49,000', 0.9, '11,24,100'],
  ['Arabic digits stay Arabic', '١٢٩ ر.س', 0.5, '٦٤'],
  ['Swiss apostrophes', "CHF 1'200", 0.75, '900'],
  ['a percentage', '-30%', 0.5, '15'],
  ['the whole value is the exact text', 'from €1,249.00 a month', 1, 'from €1,249.00 a month'],
  ['a text with two numbers does not count', '3 for 2', 0.5, null],
  ['a text without a number does not count', 'Free delivery', 0.5, null],
  ['a date does not count', '12/24', 0.5, null],
  ['irregular groups do not count', '€1,24,9', 0.5, null],
])('%s', (_, text, share, expected) => {
  expect(countedTo(text, share)).toBe(expected);
});
