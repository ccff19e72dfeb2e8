import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { pageFacts, paintedPicture } from '../../../../test/support/brands/painted.ts';
import type { PaintedPicture } from './facts.ts';
import { paintedPictures } from './painted-pictures.ts';

const page = pageOf('', { url: 'https://tern.example/' });

const found = (picture: Partial<PaintedPicture>) =>
  paintedPictures(
    pageFacts({ pictures: [paintedPicture({ width: 800, height: 500, naturalWidth: 800, ...picture })] }),
    page,
  );

test.each([
  ['a photo', 'https://tern.example/photos/coat.jpg', 1],
  ['a photo with a word of a stand-in in its name', 'https://tern.example/photos/front-loader-pixel.jpg', 1],
  ['a stand-in', 'https://tern.example/img/placeholder-800x500.png', 0],
  ['a stand-in in a folder', 'https://tern.example/product/placeholder/image.jpg', 0],
  ['an SVG', 'https://tern.example/img/scene.svg?v=2', 0],
  ['a bitmap that cannot be decoded', 'https://tern.example/img/scene.bmp', 0],
])('of the painted pictures, %s gives this number of pictures', (_, url, count) => {
  expect(found({ url })).toHaveLength(count);
});

test('a small preview that a script has not replaced is not a picture', () => {
  expect(found({ url: 'https://tern.example/photos/coat.jpg', naturalWidth: 20 })).toEqual([]);
});
