import { expect, test } from '@jest/globals';
import { hexOf, hexOfProperty } from './color-value.ts';

test.each<[value: string, hex: string | undefined]>([
  ['#F80', '#ff8800'],
  ['#ff8800cc', '#ff8800'],
  ['#ff880033', undefined],
  ['rgb(18, 52, 86)', '#123456'],
  ['rgb(18 52 86 / 1)', '#123456'],
  ['rgba(18,52,86,.2)', undefined],
  ['hsl(210, 65%, 20%)', '#123354'],
  ['hsl(210 65% 20%)', '#123354'],
  ['oklch(0.55 0.14 155)', '#00884b'],
  ['rebeccapurple', '#663399'],
  ['color-mix(in srgb, #123456 50%, white)', '#123456'],
  ['light-dark(#123456, #fff)', '#123456'],
  ['transparent', undefined],
  ['currentColor', undefined],
  ['inherit', undefined],
  ['none', undefined],
  ['var(--x)', undefined],
  ['#12', undefined],
  ['400', undefined],
  ['bada55', undefined],
  ['', undefined],
])('hexOf(%j) is %s', (value, hex) => {
  expect(hexOf(value)).toBe(hex);
});

test.each<[value: string, hex: string | undefined]>([
  ['18, 52, 86', '#123456'],
  ['18 52 86', '#123456'],
  ['210 65% 20%', '#123354'],
  ['210deg 65% 20%', '#123354'],
  ['0.55 0.14 155', '#00884b'],
  ['55% 0.14 155', '#00884b'],
  ['#123456', '#123456'],
  ['1px 2px 3px', undefined],
  ['400 16px/1.5 Inter', undefined],
])('hexOfProperty(%j) is %s', (value, hex) => {
  expect(hexOfProperty(value)).toBe(hex);
});
