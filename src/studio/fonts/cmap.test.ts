import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import { coverageOf } from './cmap.ts';

const font = (file: string) => readFileSync(createRequire(import.meta.url).resolve(`@fontsource/${file}`));
const has = (file: string, letters: string) => {
  const covers = coverageOf(font(file));
  return Array.from(letters, (letter) => covers(letter.codePointAt(0) ?? 0));
};

test.each([
  ['WOFF2', 'archivo/files/archivo-latin-800-normal.woff2'],
  ['WOFF', 'archivo/files/archivo-latin-800-normal.woff'],
])('coverageOf reads the covered characters of a %s file', (_, file) => {
  expect(has(file, 'Aé€漢')).toEqual([true, true, true, false]);
});

test('coverageOf reads Arabic letters and characters beyond 16 bits', () => {
  expect(has('cairo/files/cairo-arabic-800-normal.woff2', 'س漢')).toEqual([true, false]);
  expect(has('noto-emoji/files/noto-emoji-7-500-normal.woff2', '漢')).toEqual([false]);
});

test('an invalid or truncated font covers no character', () => {
  expect(coverageOf(Buffer.from('not a font'))(65)).toBe(false);
  expect(coverageOf(font('archivo/files/archivo-latin-800-normal.woff2').subarray(0, 900))(65)).toBe(false);
});
