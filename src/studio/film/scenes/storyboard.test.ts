import { describe, expect, test } from '@jest/globals';
import type { Tone } from '../../brief.ts';
import { seededChoice } from '../../seeded.ts';
import { productLayouts, type ProductShot } from './storyboard.ts';

const shot = (seed: string, changes: Partial<ProductShot> = {}): ProductShot => ({
  tone: 'bold',
  choose: (purpose, choices) => seededChoice(seed, purpose, choices) ?? choices[0],
  isType: false,
  hasDeal: false,
  needsWhole: false,
  sharesText: false,
  isWordless: false,
  used: [],
  last: undefined,
  ...changes,
});

/** Returns the layouts of successive shots if the first layout always passes the quality checks. */
function film(seed: string, tone: Tone, shots: number): string[] {
  const used: string[] = [];
  for (let at = 0; at < shots; at++) used.push(productLayouts(shot(seed, { tone, used, last: used.at(-1) }))[0] ?? '');
  return used;
}

const tones: Tone[] = ['bold', 'technical', 'elegant', 'friendly', 'natural', 'playful'];
const framing = (layout: string) =>
  ({ studio: 'whole', podium: 'whole', aside: 'small', parade: 'many', tilt: 'turned', halves: 'two' })[layout] ??
  'large';

describe('the shots of a product', () => {
  test.each(tones)('have three framings in a %s film', (tone) => {
    expect(new Set(film('a', tone, 3).map(framing)).size).toBe(3);
  });

  test.each(tones)('never have the same framing twice in a row in a %s film', (tone) => {
    const shown = film('a', tone, 9).map(framing);
    expect(shown.filter((each, at) => each === shown[at - 1])).toEqual([]);
  });

  test('show the product as a whole if the film has not yet', () => {
    const used = ['close-up', 'tilt'];
    expect(productLayouts(shot('a', { needsWhole: true, used, last: 'tilt' }))[0]).toMatch(/studio|podium/);
  });

  test('keep a text in its place across a cut', () => {
    const [first] = productLayouts(shot('a', { sharesText: true, used: ['studio'], last: 'studio' }));
    expect(first).toMatch(/tilt|detail|close-up/);
  });

  test('need no words if they have none', () => {
    expect(productLayouts(shot('a', { isWordless: true }))).not.toContain('aside');
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
