import { describe, expect, test } from '@jest/globals';
import type { Tone } from '../../brief.ts';
import { seededChoice } from '../../seeded.ts';
import { productLayouts, type ProductShot } from './storyboard.ts';

const shot = (seed: string, changes: Partial<ProductShot> = {}): ProductShot => ({
  tone: 'bold',
  choose: (purpose, choices) => seededChoice(seed, purpose, choices) ?? choices[0],
  isType: false,
  hasDeal: false,
  used: [],
  ...changes,
});

/** Returns the layouts of successive shots if the first layout always passes the quality checks. */
function film(seed: string, tone: Tone, shots: number): string[] {
  const used: string[] = [];
  for (let at = 0; at < shots; at++) used.push(productLayouts(shot(seed, { tone, used }))[0] ?? '');
  return used;
}

const tones: Tone[] = ['bold', 'technical', 'elegant', 'friendly', 'natural', 'playful'];
const framing = (layout: string) =>
  ({ studio: 'whole', podium: 'whole', aside: 'small', parade: 'many' })[layout] ?? 'large';

describe('the shots of a product', () => {
  test.each(tones)('have three framings in a %s film', (tone) => {
    expect(new Set(film('a', tone, 3).map(framing)).size).toBe(3);
  });

  test('differ between films of one tone', () => {
    const films = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((seed) => film(seed, 'bold', 3).join());
    expect(new Set(films).size).toBeGreaterThanOrEqual(3);
  });

  test('show the product small where the script wants type', () => {
    expect(productLayouts(shot('a', { isType: true, used: ['studio'] }))[0]).toBe('aside');
  });

  test('show the product as a whole with a price', () => {
    expect(productLayouts(shot('a', { hasDeal: true, used: ['aside'] }))[0]).toMatch(/studio|podium/);
  });
});
