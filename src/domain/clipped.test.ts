import { expect, test } from '@jest/globals';
import { clipped } from './clipped.ts';

test('clipped cuts a text between words and counts code points', () => {
  expect(clipped('one two three', 9)).toBe('one two…');
  expect(clipped('😀'.repeat(5), 5)).toBe('😀'.repeat(5));
  expect(Array.from(clipped('字'.repeat(50), 10)).length).toBeLessThanOrEqual(10);
});
