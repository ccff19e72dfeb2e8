import { expect, test } from '@jest/globals';
import { groundRhythm } from './shot-input.ts';

const seeds = Array.from({ length: 12 }, (_, at) => `seed ${at}`);

test.each(['bold', 'elegant', 'friendly', 'natural', 'playful', 'technical'] as const)(
  'the end card of a %s film has a ground that the film showed, of the same mood as its first ground',
  (tone) => {
    for (const seed of seeds)
      for (const shots of [2, 3, 4, 5, 6]) {
        const grounds = groundRhythm({ seed, tone }, shots);
        const shown = grounds.slice(0, -1);
        expect(shown).toContain(grounds.at(-1));
        expect(grounds.at(-1) === 'loud').toBe(grounds[0] === 'loud');
      }
  },
);
