import { describe, expect, test } from '@jest/globals';
import { EgressError } from '../../egress/port.ts';
import { fetchReason, leftOut, mergeSources, noteLines, type Source } from './left-out.ts';

const url = 'https://cdn.example/a.png';
const field = (name: string, at = url): Source => ({ name, url: at });

describe('noteLines', () => {
  test('sources with one URL and reason share a note at the position of the first', () => {
    const notes = [
      leftOut(field('brand_data.brand_images[0]'), 'it answered with status 404'),
      'The headline was left out.',
      leftOut(field('generation_metadata.reference_layouts', `${url}#top`), 'it answered with status 404'),
    ];
    expect(noteLines(notes)).toEqual([
      'brand_data.brand_images[0] and generation_metadata.reference_layouts at cdn.example were left out: it answered with status 404.',
      'The headline was left out.',
    ]);
  });

  test('a note with three sources lists them with commas', () => {
    const notes = [0, 1, 2].map((at) => leftOut(field(`brand_data.fonts[${at}]`), 'it took too long'));
    expect(noteLines(notes)).toEqual([
      'brand_data.fonts[0], brand_data.fonts[1], and brand_data.fonts[2] at cdn.example were left out: it took too long.',
    ]);
  });

  test('a note with many sources counts them', () => {
    const notes = [0, 1, 2, 3].map((at) => leftOut(field(`brand_data.fonts[${at}]`), 'it took too long'));
    expect(noteLines(notes)).toEqual([
      'brand_data.fonts[0] and 3 other sources at cdn.example were left out: it took too long.',
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

describe('fetchReason', () => {
  test('fetchReason does not repeat the host', () => {
    expect(fetchReason(new EgressError('timed_out', 'cdn.example', 'it took too long'), url)).toBe('it took too long');
  });

  test('fetchReason names the host of a redirect', () => {
    const error = new EgressError('not_resolved', 'b.example', 'the name does not resolve');
    expect(fetchReason(error, url)).toBe('it redirects to b.example, and the name does not resolve');
  });

  test('fetchReason rethrows an aborted fetch', () => {
    const error = new EgressError('aborted', 'cdn.example', 'the fetch was stopped');
    expect(() => fetchReason(error, url)).toThrow(error);
  });
});
