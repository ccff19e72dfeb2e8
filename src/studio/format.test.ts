import { expect, test } from '@jest/globals';
import { formatOf } from './format.ts';

const typeOf = (width: number, height: number) =>
  formatOf({ width, height }).type / Math.sqrt((width * height) / 10_000);

test('the type unit grows with the area of a canvas and not with its short side', () => {
  expect(typeOf(1000, 1000)).toBeCloseTo(1);
  const story = formatOf({ width: 1080, height: 1920 });
  expect(story.type / story.u).toBeCloseTo(1.26, 2);
  for (const [width, height] of [
    [768, 1360],
    [896, 1120],
    [1360, 768],
    [1776, 592],
    [2048, 512],
  ] as const)
    expect(typeOf(width, height)).toBeGreaterThan(0.86);
});

test('the type unit of a skyscraper is smaller, because every word breaks', () => {
  expect(typeOf(512, 2048)).toBeCloseTo(0.7, 1);
});
