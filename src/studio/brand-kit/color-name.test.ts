import { expect, test } from '@jest/globals';
import { colorName } from './color-name.ts';

test.each([
  ['#e30613', 'bright red'],
  ['#ff6a13', 'bright orange'],
  ['#ffd400', 'bright yellow'],
  ['#39ff14', 'bright green'],
  ['#1f4d3f', 'deep green'],
  ['#0f5763', 'deep teal'],
  ['#1d4ed8', 'bright blue'],
  ['#4a154b', 'deep violet'],
  ['#ffe1e6', 'pale pink'],
  ['#5c3a1e', 'dark brown'],
  ['#b4532f', 'rust'],
  ['#999999', 'grey'],
  ['#111111', 'near-black'],
  ['#fdfcf8', 'white'],
])('the colour %s is called %s', (hex, name) => {
  expect(colorName(hex)).toBe(name);
});
