import { expect, test } from '@jest/globals';
import { backgroundUrl, fillOf } from './page-record.ts';
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

const [photo, other] = ['url("https://tern.example/a.jpg")', 'url("https://tern.example/b.jpg")'];

test.each([
  ['the only picture', photo, 'https://tern.example/a.jpg'],
  ['the picture behind a gradient', `${gradient}, ${photo}`, 'https://tern.example/a.jpg'],
  ['the picture behind a data URL', `url("data:image/gif;base64,AAAA"), ${photo}`, 'https://tern.example/a.jpg'],
  [
    'a format that browsers paint',
    `image-set(${photo} 1dppx type("image/jxl"), ${other} 1dppx type("image/jpeg"))`,
    'https://tern.example/b.jpg',
  ],
  ['nothing without a picture', gradient, ''],
])('of a background, backgroundUrl returns %s', (_, backgroundImage, url) => {
  expect(backgroundUrl(style({ backgroundImage }))).toBe(url);
});
