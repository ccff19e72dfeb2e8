import { expect, test } from '@jest/globals';
import { fillOf } from './page-record.ts';
import type { PageStyle } from './page-types.ts';

const style = (values: Partial<PageStyle>): PageStyle =>
  ({
    backgroundColor: 'rgba(0, 0, 0, 0)',
    backgroundImage: 'none',
    backgroundClip: 'border-box',
    ...values,
  }) as PageStyle;
const gradient = 'linear-gradient(135deg, rgba(0, 0, 0, 0.2) 0%, rgb(0, 184, 148) 40%, rgb(0, 99, 80) 100%)';

test.each<[string, Partial<PageStyle>, string]>([
  ['a background colour', { backgroundColor: 'rgb(179, 38, 30)', backgroundImage: gradient }, 'rgb(179, 38, 30)'],
  ['the first opaque colour of a gradient', { backgroundImage: gradient }, 'rgb(0, 184, 148)'],
  ['nothing for a gradient over a picture', { backgroundImage: `${gradient}, url("a.jpg")` }, ''],
  ['nothing for a gradient of the letters', { backgroundImage: gradient, backgroundClip: 'text' }, ''],
  ['nothing for an element without a background', {}, ''],
])('fillOf returns %s', (_, values, want) => {
  expect(fillOf(style(values))).toBe(want);
});
