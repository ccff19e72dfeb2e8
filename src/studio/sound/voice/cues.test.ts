import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readingCues, voiceCues } from './cues.ts';

describe('voiceCues', () => {
  test('a short sentence is one caption for as long as it is spoken', async () => {
    expect(await voiceCues([{ text: 'Only $14.99 a bag.', startSeconds: 1, endSeconds: 3 }], 'en-US', 10)).toEqual([
      { text: 'Only $14.99 a bag.', startSeconds: 1, endSeconds: 3.25 },
    ]);
  });

  test('a line ends with a clause if both lines are about as long', async () => {
    const [cue] = await voiceCues(
      [{ text: 'Roasted this morning, and at your door by Friday.', startSeconds: 0, endSeconds: 3 }],
      'en-US',
      9,
    );
    expect(cue?.text).toBe('Roasted this morning,\nand at your door by Friday.');
  });

  test.each([
    ['en', 'Small groups of eight, mats provided.', ['Small groups of eight,\nmats provided.']],
    ['ja', '最初の30日間は無料でお試しいただけます。', ['最初の30日間は無料で\nお試しいただけます。']],
    [
      'de',
      'Massiver Esstisch aus geölter Eiche, gefertigt in unserer Schreinerei im Schwarzwald.',
      ['Massiver Esstisch\naus geölter Eiche,', 'gefertigt in unserer\nSchreinerei im Schwarzwald.'],
    ],
  ])('captions in %s are divided where a reader pauses', async (language, text, want) => {
    const cues = await voiceCues([{ text, startSeconds: 0, endSeconds: 6 }], language, 9);
    expect(cues.map((cue) => cue.text)).toEqual(want);
  });

  test('captions of one sentence follow each other and end with it', async () => {
    const text =
      'From the first light on the ridge to the last mile home, these boots keep the water out and let the heat go, every single day of the year.';
    const cues = await voiceCues([{ text, startSeconds: 2, endSeconds: 10 }], 'en-US', 10);
    expect(cues.length).toBeGreaterThan(1);
    expect(cues[0]?.startSeconds).toBe(2);
    expect(cues.at(-1)?.endSeconds).toBe(10);
    for (const [at, cue] of cues.slice(1).entries()) expect(cue.startSeconds).toBeCloseTo(cues[at]?.endSeconds ?? 0, 9);
  });

  test('a price takes as much time as its words', async () => {
    const cues = await voiceCues(
      [
        {
          text: 'You pay $1,249.99 today and then nothing at all for the whole of the next year.',
          startSeconds: 0,
          endSeconds: 9,
        },
      ],
      'en-US',
      9,
    );
    expect(cues[0]?.text).toContain('$1,249.99');
    expect((cues[0]?.endSeconds ?? 0) / 9).toBeGreaterThan(0.55);
  });

  test('no caption has more than two lines of 32 characters, and no word is lost', async () => {
    const word = fc.stringMatching(/^[a-z]{1,14}[,.]?$/);
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 40 }), async (words) => {
        const cues = await voiceCues([{ text: words.join(' '), startSeconds: 0, endSeconds: 9 }], 'en-US', 9);
        for (const { text } of cues) {
          expect(text.split('\n').length).toBeLessThanOrEqual(2);
          for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(32);
        }
        expect(cues.map(({ text }) => text.replace('\n', ' ')).join(' ')).toBe(words.join(' '));
      }),
    );
  });

  test('wide characters count twice, and text without spaces is divided between words', async () => {
    const [first] = await voiceCues(
      [
        {
          text: '今朝焙煎したばかりのコーヒー豆を金曜日までにご自宅の玄関までお届けします。',
          startSeconds: 0,
          endSeconds: 6,
        },
      ],
      'ja',
      6,
    );
    for (const line of first?.text.split('\n') ?? []) expect(Array.from(line).length).toBeLessThanOrEqual(16);
  });
});

test('readingCues gives each scene its own text for its whole length', async () => {
  const scenes = [
    { startSeconds: 0, endSeconds: 3, voiceover: 'Cold mornings.' },
    { startSeconds: 3, endSeconds: 6, voiceover: '' },
    { startSeconds: 6, endSeconds: 10, voiceover: 'One. Two.' },
  ];
  expect(await readingCues(scenes, 'en')).toEqual([
    { text: 'Cold mornings.', startSeconds: 0, endSeconds: 3 },
    { text: 'One.', startSeconds: 6, endSeconds: 8 },
    { text: 'Two.', startSeconds: 8, endSeconds: 10 },
  ]);
});
