import { expect, test } from '@jest/globals';
import { indefinite } from './indefinite.ts';

test.each([
  ['elegant', 'an'],
  ['natural', 'a'],
  ['hour', 'an'],
  ['18V motor', 'an'],
  ['8-hour battery', 'an'],
  ['unique shape', 'a'],
  ['unidirectional microphone', 'a'],
  ['unimaginable shape', 'an'],
  ['unidentified shape', 'an'],
  ['USB port', 'a'],
  ['UV filter', 'a'],
  ['UV-C lamp', 'a'],
  ['UVA shield', 'a'],
  ['UK size', 'a'],
  ['usb port', 'a'],
  ['ULTRA filter', 'an'],
  ['LED light', 'an'],
  ['oak frame', 'an'],
])('the article of “%s” is %s', (next, want) => {
  expect(indefinite(next)).toBe(want);
});
