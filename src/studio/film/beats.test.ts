import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Tone } from '../brief.ts';
import { beatGrid, beatSeconds, nearestBeat } from './beats.ts';

const tones: Tone[] = ['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful'];

test('every film of 10 to 15 seconds has an even number of beats at 100 to 124 beats per minute', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tones), fc.integer({ min: 300, max: 450 }), (tone, frames) => {
      const grid = beatGrid(tone, frames / 30);
      expect(grid.beats % 2).toBe(0);
      expect(grid.beatsPerMinute).toBeGreaterThanOrEqual(100 - 1e-6);
      expect(grid.beatsPerMinute).toBeLessThanOrEqual(124 + 1e-6);
      expect(beatSeconds(grid, grid.beats)).toBeCloseTo(frames / 30, 9);
    }),
  );
});

test.each<[Tone, number, number]>([
  ['elegant', 12, 100],
  ['bold', 12, 120],
  ['playful', 10, 120],
  ['friendly', 15, 112],
])('the tempo of a film with the tone %s and %d seconds is %d', (tone, seconds, tempo) => {
  expect(beatGrid(tone, seconds).beatsPerMinute).toBeCloseTo(tempo, 6);
});

test('the nearest beat is never outside the film', () => {
  const grid = beatGrid('bold', 12);
  expect(nearestBeat(grid, 2.6)).toBe(5);
  expect(nearestBeat(grid, 40)).toBe(24);
  expect(nearestBeat(grid, -1)).toBe(0);
});
