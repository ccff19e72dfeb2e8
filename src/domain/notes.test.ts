import { describe, expect, test } from '@jest/globals';
import { leftOut, mergeSources, noteLines, nothingRead, type Source } from './notes.ts';

const url = 'https://cdn.example/a.png';
const field = (name: string, at = url): Source => ({ name, url: at });

describe('noteLines', () => {
  test('sources with one URL and reason share a note at the position of the first', () => {
    const notes = [
      leftOut(field('brand_data.brand_images[0]'), 'the server answered with status 404'),
      'The headline was left out.',
      leftOut(field('generation_metadata.reference_layouts', `${url}#top`), 'the server answered with status 404'),
    ];
    expect(noteLines(notes)).toEqual([
      'brand_data.brand_images[0] and generation_metadata.reference_layouts at cdn.example were left out: the server answered with status 404.',
      'The headline was left out.',
    ]);
  });

  test('a note with three sources lists them with commas', () => {
    const notes = [0, 1, 2].map((at) => leftOut(field(`brand_data.fonts[${at}]`), 'the fetch took too long'));
    expect(noteLines(notes)).toEqual([
      'brand_data.fonts[0], brand_data.fonts[1], and brand_data.fonts[2] at cdn.example were left out: the fetch took too long.',
    ]);
  });

  test('a note with many sources counts them', () => {
    const notes = [0, 1, 2, 3].map((at) => leftOut(field(`brand_data.fonts[${at}]`), 'the fetch took too long'));
    expect(noteLines(notes)).toEqual([
      'brand_data.fonts[0] and 3 other sources at cdn.example were left out: the fetch took too long.',
    ]);
  });

  test('a note names a source of pages once', () => {
    const logo = 'The logo found through brand_data.brand_url';
    const notes = [field('brand_data.brand_images[0]'), field(logo), field(logo)].map((one) =>
      leftOut(one, 'it is broken'),
    );
    expect(noteLines(notes)).toEqual([
      'brand_data.brand_images[0] and the logo found through brand_data.brand_url at cdn.example were left out: it is broken.',
    ]);
  });

  test('another URL or another reason gets its own note', () => {
    const notes = [
      leftOut(field('a'), 'it is broken'),
      leftOut(field('b'), 'it is no font'),
      leftOut(field('c', 'https://cdn.example/b.png'), 'it is broken'),
    ];
    expect(noteLines(notes)).toHaveLength(3);
  });
});

test('mergeSources merges sources with one URL and keeps their names', () => {
  const merged = mergeSources([field('a'), field('b', 'https://cdn.example/b.png'), field('c')]);
  expect(merged.map(({ name, alsoNamed }) => [name, alsoNamed])).toEqual([
    ['a', ['c']],
    ['b', []],
  ]);
});

const brand = (url: string, why: string) => ({ field: 'brand_data.brand_url', url, why });
const product = (url: string, why: string) => ({ field: 'product_metadata.product_url', url, why });

describe('nothingRead', () => {
  test.each([
    [
      'nothingRead names the page and the reason',
      [brand('https://a.example/x?y=z', 'the name does not resolve')],
      'Nothing was read from brand_data.brand_url at a.example: the name does not resolve.',
    ],
    [
      'nothingRead names a host once for two fields',
      [
        brand('https://a.example/', 'the fetch took too long'),
        product('https://a.example/', 'the fetch took too long'),
      ],
      'Nothing was read from brand_data.brand_url and product_metadata.product_url at a.example: the fetch took too long.',
    ],
    [
      'nothingRead names a reason once for two hosts',
      [
        brand('https://a.example/', 'the fetch took too long'),
        product('https://b.example/', 'the fetch took too long'),
      ],
      'Nothing was read from brand_data.brand_url at a.example and product_metadata.product_url at b.example: the fetch took too long.',
    ],
    [
      'nothingRead names both reasons',
      [
        brand('https://a.example/', 'the fetch took too long'),
        product('https://a.example/p', 'the server answered with status 404'),
      ],
      'Nothing was read from brand_data.brand_url at a.example: the fetch took too long; nor from product_metadata.product_url at a.example: the server answered with status 404.',
    ],
  ])('%s', (_, pages, sentence) => {
    expect(nothingRead(pages)).toBe(sentence);
  });

  test('nothingRead fits into a note for hosts of any length', () => {
    const long = (letter: string) => `https://${letter.repeat(60)}.${letter.repeat(60)}.${letter.repeat(60)}.example/`;
    const sentence = nothingRead([
      brand(long('a'), 'it took too long'),
      product(long('b'), 'the name does not resolve'),
    ]);
    expect(Array.from(sentence).length).toBeLessThanOrEqual(300);
    expect(sentence).toContain('it took too long');
    expect(sentence).toContain('the name does not resolve');
  });
});
