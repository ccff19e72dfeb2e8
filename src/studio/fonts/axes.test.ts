import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import { axesOf } from './axes.ts';

const font = (file: string) => readFileSync(createRequire(import.meta.url).resolve(file));

test.each([
  ['a variable font', '@fontsource-variable/rubik/files/rubik-latin-wght-normal.woff2', { wght: [300, 900] }],
  [
    'a variable font with several axes',
    '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-latin-wdth-normal.woff2',
    { wght: [100, 900], wdth: [62.5, 100] },
  ],
  ['a WOFF2 font that is not variable', '@fontsource/archivo/files/archivo-latin-800-normal.woff2', {}],
  ['a WOFF font that is not variable', '@fontsource/archivo/files/archivo-latin-800-normal.woff', {}],
])('axesOf reads the axes of %s', (_, file, want) => {
  const axes = Array.from(axesOf(font(file)), ([tag, { min, max }]) => [tag, [min, max]]);
  expect(Object.fromEntries(axes)).toEqual(want);
});

test('a truncated font has no axes', () => {
  const bytes = font('@fontsource-variable/rubik/files/rubik-latin-wght-normal.woff2');
  expect(axesOf(bytes.subarray(0, 900)).size).toBe(0);
});
