import { expect, test } from '@jest/globals';
import { evidence, type Evidence, type Features } from '../evidence.ts';
import type { PictureValue } from '../findings.ts';
import { rankMainPictures, rankProductPictures } from './picture.ts';

const urlOf = (file: string): string => `https://tern.example/img/${file}`;
const shown = (file: string, features: Features, alt: string | null = null): Evidence<PictureValue>[] =>
  evidence({ url: urlOf(file), alt }, 'painted', { painted: 1, 'painted.natural': 0.8, ...features });
const written = (file: string, features: Features = {}): Evidence<PictureValue>[] =>
  evidence({ url: urlOf(file), alt: null }, 'page', { written: 1, 'written.row': 1, ...features });
const stated = (file: string): Evidence<PictureValue>[] =>
  evidence({ url: urlOf(file), alt: null }, 'json-ld', { structured: 1, 'structured.first': 1 });

const packshot = { 'painted.area': 0.5, 'painted.share': 1, 'painted.first-screen': 1, 'painted.high': 0.95 };
/** A picture of a list of products below the product of the page. */
const listed = { 'painted.area': 0.15, 'painted.share': 0.3, 'painted.alike': 1, 'painted.linked': 1 };
const listedInSource = {
  'written.linked': 1,
  'written.linked-row': 1,
  'written.priced-row': 1,
  'written.section': 0.5,
};

const bestOfProduct = (...found: Evidence<PictureValue>[][]): string | undefined =>
  rankProductPictures(found.flat(), { name: 'Oak table', taken: new Set() })[0]?.value.url;

test.each<[string, Evidence<PictureValue>[][], string]>([
  [
    'the one beside the name, not those of a list of products',
    [
      shown('1.jpg', packshot),
      written('1.jpg', { 'written.early': 0.5 }),
      ...['2.jpg', '3.jpg', '4.jpg'].flatMap((file) => [shown(file, listed), written(file, listedInSource)]),
    ],
    '1.jpg',
  ],
  [
    'the one that the structured data states',
    [shown('a.jpg', packshot), shown('b.jpg', packshot), written('a.jpg'), written('b.jpg'), stated('b.jpg')],
    'b.jpg',
  ],
  [
    'the one with the name in its text and its file',
    [shown('hall.jpg', packshot), shown('oak-table.jpg', { ...packshot, 'painted.share': 0.8 }, 'Oak table')],
    'oak-table.jpg',
  ],
])('of the pictures of the product page, the best is %s', (_, found, want) => {
  expect(bestOfProduct(...found)).toBe(urlOf(want));
});

test('a picture in several sizes is one picture, with the address that the browser painted', () => {
  const all = rankProductPictures([...written('oak-1200x800.jpg'), ...shown('oak-600x400.jpg', packshot)], {
    name: null,
    taken: new Set(),
  });
  expect(all.map(({ value }) => value.url)).toEqual([urlOf('oak-600x400.jpg')]);
});

test('a logo is no picture', () => {
  const taken = new Set(['tern.example/img/tern.png']);
  expect(rankMainPictures(shown('tern.png', packshot), { name: 'Tern', taken })).toEqual([]);
});

test('of the pictures of a page of the brand, the best is neither an icon nor a banner with an offer', () => {
  const found = [
    ...shown('payment-badge.png', { 'painted.first-screen': 1, 'painted.high': 0.9, 'painted.area': 0.1 }),
    ...shown('summer-sale-banner.jpg', packshot),
    ...shown('workshop.jpg', { ...packshot, 'painted.share': 0.9 }),
  ];
  expect(rankMainPictures(found, { name: 'Tern', taken: new Set() })[0]?.value.url).toBe(urlOf('workshop.jpg'));
});
