import { expect, test } from '@jest/globals';
import { aspectFor, sizeFor } from './size-for.ts';

const fixed = ['1024x1024', '1536x1024', '1024x1536'];

test.each<[[width: number, height: number], readonly string[], string]>([
  [[1080, 1350], [], '1088x1360'],
  [[1080, 1920], [], '1088x1920'],
  [[1024, 1024], [], '1024x1024'],
  [[1080, 1920], fixed, '1024x1536'],
  [[1920, 1080], fixed, '1536x1024'],
  [[1080, 1080], fixed, '1024x1024'],
  [[1080, 1080], ['512x512', '2048x2048', '1536x1536'], '1536x1536'],
  [[1080, 1080], ['512x512', '256x256', '768x768'], '768x768'],
])('for %j of %j, %s is asked for', ([width, height], sizes, size) => {
  expect(sizeFor({ width, height }, sizes)).toBe(size);
});

test.each<[width: number, height: number, ratio: string]>([
  [1080, 1350, '4:5'],
  [1080, 1920, '9:16'],
  [1200, 628, '16:9'],
  [1080, 1080, '1:1'],
])('the nearest aspect ratio of %d x %d is %s', (width, height, ratio) => {
  expect(aspectFor({ width, height }, ['1:1', '4:5', '9:16', '16:9'])).toBe(ratio);
});
