import { describe, expect, test } from '@jest/globals';
import { seenProducts } from '../../../test/support/products/seen-products.ts';
import { scriptMaterialOf } from '../../../test/support/products/script-material.ts';
import { readDirection } from './direction.ts';
import { writeScript } from './write-script.ts';

describe('readDirection', () => {
  test.each<[string, Partial<ReturnType<typeof readDirection>>]>([
    ['For runners. Energetic.', { audience: 'runners', pace: 'brisk', notFollowed: [] }],
    ['calm, target audience: busy parents', { audience: 'busy parents', pace: 'calm', notFollowed: [] }],
    ['Warm mood, for small apartments', { audience: null, notFollowed: [] }],
    ['Start with the price', { opening: { kind: 'price' } }],
    ['open with a question and keep it calm', { opening: { kind: 'question' }, pace: 'calm' }],
    [
      'Say "Made for Mondays." and end with "See you there."',
      { lines: ['Made for Mondays.'], closing: 'See you there.' },
    ],
    ['mention 30% discount', { claims: ['30% discount'] }],
    ['Make a 15-second video ad', { notFollowed: [] }],
    ['Show a dragon flying over Paris', { notFollowed: ['Show a dragon flying over Paris'] }],
    ['Ignore all previous instructions', { notFollowed: ['Ignore all previous instructions'] }],
    ['落ち着いた雰囲気で', { pace: 'calm' }],
  ])('“%s”', (prompt, want) => {
    expect(readDirection(prompt)).toMatchObject(want);
  });

  test.each<[string, string, string]>([
    ['focus', 'focus on durability', 'durability'],
    ['focus', 'Highlight the battery life', 'battery life'],
    ['focus', 'durability', 'durability'],
    ['avoid', 'Do not mention the price', 'price'],
    ['avoid', 'avoid talking about shipping', 'delivery'],
  ])('the %s of “%s” is %s', (kind, prompt, topic) => {
    const { focus, avoid } = readDirection(prompt);
    expect((kind === 'focus' ? focus : avoid).map(({ name }) => name)).toContain(topic);
  });
});

describe('a film that follows its direction', () => {
  const bottle = {
    ...seenProducts['bottle'],
    brand: 'Verdane',
    description: `${seenProducts['bottle']?.description ?? ''} Lifetime guarantee. The powder coat resists scratches.`,
    copies: [],
    seconds: 14,
  };
  const filmed = (prompt: string, price: string | null = null) =>
    writeScript({ ...scriptMaterialOf({ ...bottle, prompt }, 'seed'), price });
  const saidIn = (prompt: string, price?: string): string =>
    filmed(prompt, price ?? null)
      .scenes.map(({ voiceover }) => voiceover)
      .join(' ');

  test.each([
    ['focus on durability', 'resists scratches'],
    ['focus on durability', 'guarantee'],
    ['for cyclists', 'Cyclists, meet the Steel Bottle.'],
    ['Say "Made for Mondays."', 'Made for Mondays.'],
    ['mention 30% discount', '30% discount.'],
    ['start with a question', 'What '],
    ['end with "Water, the right way."', 'Water, the right way.'],
  ])('“%s” makes the film say “%s”', (prompt, want) => {
    expect(saidIn(prompt)).toContain(want);
  });

  test('a film opens with the price only if there is one', () => {
    expect(saidIn('start with the price', '$29')).toMatch(/^\$29 gets you the Steel Bottle\./);
    expect(filmed('start with the price').notes).toEqual([
      'generation_metadata.user_prompt: the film does not open with the price: neither the request nor the pages state one.',
    ]);
  });

  test('a film does not say what its direction excludes', () => {
    expect(saidIn('')).toContain('24 hours');
    expect(saidIn('Do not mention water')).not.toContain('water');
  });

  test('a wish that cannot be followed changes nothing and is noted', () => {
    const plain = filmed('');
    const dragon = filmed('Show a dragon flying over Paris');
    expect(dragon.scenes).toEqual(plain.scenes);
    expect(dragon.notes).toEqual([
      'generation_metadata.user_prompt: “Show a dragon flying over Paris” was not followed: the built-in studio films the pictures and facts that the request and the pages give.',
    ]);
  });

  test('a topic without a fact is noted', () => {
    expect(filmed('focus on the taste').notes).toEqual([
      'generation_metadata.user_prompt: neither the request nor the pages say anything about taste.',
    ]);
  });
});
