import { describe, expect, test } from '@jest/globals';
import { imageSize, parseAspectRatios, readAspectRatios } from './aspect-ratio.ts';

describe('parseAspectRatios', () => {
  test.each<[string, string[]]>([
    ['1:1', ['1:1']],
    ['4:1,1:4', ['4:1', '1:4']],
    ['50:13', ['50:13']],
    ['1:1 ,\t9:16, 16:9', ['1:1', '9:16', '16:9']],
    ['2:2,1:1,4:5', ['2:2', '4:5']],
    ['1:1,1:1,1:1,1:1,1:1,1:1,1:1', ['1:1']],
    ['1:1,1:2,1:3,1:4,2:1,3:1,2:2', ['1:1', '1:2', '1:3', '1:4', '2:1', '3:1']],
  ])('parseAspectRatios reads %s in order and without duplicates', (text, spellings) => {
    expect(parseAspectRatios(text).map((ratio) => ratio.text)).toEqual(spellings);
  });

  test('readAspectRatios returns undefined for an invalid ratio, and parseAspectRatios throws', () => {
    expect(readAspectRatios('1:5')).toBeUndefined();
    expect(() => parseAspectRatios('1:5')).toThrow('1:5');
  });

  test('a text of more than 100 characters is refused, because splitting a run of blanks is quadratic', () => {
    const text = (length: number): string => `1:1${','.padStart(length - 6)}2:1`;
    expect([readAspectRatios(text(100))?.length, readAspectRatios(text(101))]).toEqual([2, undefined]);
  });
});

describe('imageSize', () => {
  test.each<[string, '1K' | '4K', number, number]>([
    ['1:1', '1K', 1024, 1024],
    ['1:1', '4K', 4096, 4096],
    ['16:9', '1K', 1360, 768],
    ['9:16', '1K', 768, 1360],
    ['4:5', '1K', 912, 1152],
    ['4:1', '1K', 2048, 512],
    ['1:4', '4K', 2048, 8192],
  ])('imageSize of %s at %s is %d by %d', (text, resolution, ...size) => {
    const [width, height] = size;
    const sizes = parseAspectRatios(text).map((ratio) => imageSize(ratio, resolution));
    expect(sizes).toEqual([{ width, height }]);
  });
});
