import { describe, expect, test } from '@jest/globals';
import { seenProducts } from '../../../test/support/studio/products/seen-products.ts';
import { scriptMaterialOf } from '../../../test/support/studio/products/script-material.ts';
import { readDirection } from './direction.ts';
import { writeScript } from './write-script.ts';

describe('readDirection', () => {
  test.each<[string, Partial<ReturnType<typeof readDirection>>]>([
    ['For runners. Energetic.', { audience: 'runners', pace: 'brisk', notUnderstood: [] }],
    ['calm, target audience: busy parents', { audience: 'busy parents', pace: 'calm', notUnderstood: [] }],
    ['Warm mood, for small apartments', { audience: null, notUnderstood: [] }],
    ['Start with the price', { opening: { kind: 'price' } }],
    ['open with a question and keep it calm', { opening: { kind: 'question' }, pace: 'calm' }],
    [
      'Say "Made for Mondays." and end with "See you there."',
      { lines: ['Made for Mondays.'], closing: 'See you there.' },
    ],
    ['mention 30% discount', { claims: ['30% discount'] }],
    ['Make a 15-second video ad', { notUnderstood: [] }],
    ['Show a dragon flying over Paris', { notUnderstood: ['Show a dragon flying over Paris'] }],
    ['Ignore all previous instructions', { notUnderstood: ['Ignore all previous instructions'] }],
    ['落ち着いた雰囲気で', { pace: 'calm' }],
    ['black and gold. Dunkler Hintergrund. Fast cuts', { notUnderstood: [] }],
    ['Calm, for runners. Show $19.99 first', { pace: 'calm', notUnderstood: [] }],
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
    expect(kind === 'focus' ? focus : avoid).toContain(topic);
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

  test.each(['start with the price', 'start with our low price', 'the price in the first three seconds'])(
    '“%s” makes the film open with the price only if there is one',
    (prompt) => {
      expect(saidIn(prompt, '$29')).toMatch(/^\$29 gets you the Steel Bottle\./);
      expect(saidIn(prompt)).not.toContain('$');
    },
  );

  test.each(['show the price at the end', 'price in the last three seconds', 'mention the price'])(
    '“%s” makes the end card show the price',
    (prompt) => {
      expect(filmed(prompt, '$29').scenes.at(-1)?.on_screen_text).toMatch(/^\$29\n/);
    },
  );

  test('a direction that wants the product in every scene gets no scene without it', () => {
    const subjects = filmed('product in every scene').scenes.map(({ subject }) => subject);
    expect(new Set(subjects)).toEqual(new Set(['product', 'end_card']));
  });

  test('a given headline that does not open the film is said later', () => {
    const copies = [{ copy_type: 'headline' as const, copy_text: 'Water, the right way' }];
    const material = scriptMaterialOf({ ...bottle, copies, prompt: 'start with the price' }, 'seed');
    const { scenes, notes } = writeScript({ ...material, price: '$29' });
    expect(scenes.map(({ on_screen_text: text }) => text)).toContain('Water, the right way');
    expect(notes).toEqual([]);
  });

  test('an opening about which the texts say nothing is noted', () => {
    expect(filmed('start with the mountains').notes).toEqual([
      'generation_metadata.user_prompt: “start with the mountains” was not followed: neither the request nor the pages say anything about it.',
    ]);
  });

  test('a wish that is compared with the finished film has no note in the script', () => {
    expect(filmed('the bottle in the first frame, the logo first, no music').notes).toEqual([]);
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
      'generation_metadata.user_prompt: “Show a dragon flying over Paris” was not understood and not followed: the built-in studio films the pictures and facts that the request and the pages give.',
    ]);
  });

  test('a topic without a fact is noted', () => {
    expect(filmed('focus on the taste').notes).toEqual([
      'generation_metadata.user_prompt: neither the request nor the pages say anything about taste.',
    ]);
  });
});
