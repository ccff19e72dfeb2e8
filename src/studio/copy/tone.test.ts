import { expect, test } from '@jest/globals';
import type { Tone } from '../brief.ts';
import { toneOf } from './tone.ts';

const color = (hex: string) => ({ hex, role: 'other' as const });

test.each<[string, [text: string, colors: string[], fonts: string[]], Tone]>([
  ['running shoes', ['Fast shoes for runners who train every day', [], []], 'bold'],
  ['perfume', ['A timeless fragrance, made in small batches', ['#111111'], ['Cormorant Garamond']], 'elegant'],
  ['a bakery', ['Warm bread for the whole family', [], []], 'friendly'],
  ['headphones', ['Wireless headphones with a 30-hour battery', ['#1d4ed8'], []], 'technical'],
  ['soap', ['Organic soap from olive oil and herbs', ['#5a7a4a'], []], 'natural'],
  ['toys', ['Bright toys for kids who play', ['#ff0055', '#00b7ff', '#ffcc00'], []], 'playful'],
  [
    'a description that contradicts its colour',
    ['Make it fun and colourful, kids at a party', ['#111111'], []],
    'playful',
  ],
])('toneOf gives the right tone for %s', (_, [text, colors, fonts], want) => {
  expect(toneOf({ texts: [{ text, weight: 1 }], colors: colors.map(color), fonts }, 'job')).toBe(want);
});

test('toneOf without hints depends on the seed, repeatably and with several results', () => {
  const silent = { texts: [], colors: [], fonts: [] };
  const tones = Array.from({ length: 40 }, (_, at) => toneOf(silent, `job-${at}`));
  expect(new Set(tones).size).toBeGreaterThan(3);
  expect(toneOf(silent, 'job-1')).toBe(tones[1]);
});
