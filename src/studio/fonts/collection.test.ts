import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { unpackWoff } from '../../../scripts/image-files/unpack-woff.ts';
import { fontCollection } from '../../../test/support/studio/font-collection.ts';
import { fontsOfCollection } from './collection.ts';

const fonts = [400, 800].map((weight) =>
  unpackWoff(readFileSync(`node_modules/@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`)),
);
const collection = fontCollection(fonts);

test('fontsOfCollection returns each font of a collection as a file', () => {
  const found = fontsOfCollection(collection, 8);
  expect(found.map((font, at) => font.equals(fonts[at] ?? Buffer.alloc(0)))).toEqual([true, true]);
});

test('fontsOfCollection returns no more fonts than wanted', () => {
  expect(fontsOfCollection(collection, 1)).toHaveLength(1);
});

test('fontsOfCollection refuses a collection whose end is missing', () => {
  expect(() => fontsOfCollection(collection.subarray(0, -100), 8)).toThrow('A table of the font ends after the file.');
});
