import { expect, test } from '@jest/globals';
import { evidence, type Evidence } from '../evidence.ts';
import { rankProductNames } from './product-name.ts';

const titled = (name: string): Evidence<string>[] => evidence(name, 'meta', { title: 1, 'title.first': 1 });
const tagged = (name: string): Evidence<string>[] => evidence(name, 'open-graph', { 'open-graph': 1 });
const stated = (name: string): Evidence<string>[] => evidence(name, 'json-ld', { structured: 1, 'structured.only': 1 });
/** A heading that is painted above the price. */
const shown = (name: string): Evidence<string>[] =>
  evidence(name, 'painted', {
    painted: 1,
    'painted.size': 1,
    'painted.absolute-size': 0.8,
    'painted.early': 1,
    'painted.first-screen': 1,
    'painted.above-price': 1,
    'painted.above-button': 1,
  });
const written = (name: string): Evidence<string>[] =>
  evidence(name, 'page', { written: 1, 'written.h1': 1, 'written.only-h1': 1, 'written.early': 1 });

const best = (...found: Evidence<string>[][]): string | undefined =>
  rankProductNames(found.flat(), 'Tern Furniture')[0]?.value;

test.each<[string, Evidence<string>[][], string | undefined]>([
  [
    'the painted heading, not a title that is nowhere on the page',
    [tagged('Tern for your home'), shown('Oak table'), written('Oak table')],
    'Oak table',
  ],
  ['the spelling of the structured data', [stated('Oak table'), shown('OAK TABLE')], 'Oak table'],
  [
    'the whole name in place of one that is cut off',
    [stated('Oak table with…'), tagged('Oak table with two drawers')],
    'Oak table with two drawers',
  ],
  ['no name of the site', [titled('Tern Furniture'), shown('Oak table')], 'Oak table'],
  ['no title of a page', [titled('Contact us'), shown('Oak table')], 'Oak table'],
  ['no e-mail address', [written('orders@tern.example')], undefined],
  ['no text that scripts replace', [written('Loading...')], undefined],
  ['no words that are only in the address', [evidence('oak table', 'page', { address: 1 })], undefined],
])('the name of a product is %s', (_, found, want) => {
  expect(best(...found)).toBe(want);
});

test('a name is surer if more places of the page state it', () => {
  const sureness = (...found: Evidence<string>[][]): number => rankProductNames(found.flat(), null)[0]?.confidence ?? 0;
  const alone = sureness(titled('Oak table'));
  expect(sureness(titled('Oak table'), written('Oak table'), shown('Oak table'))).toBeGreaterThan(alone);
});
