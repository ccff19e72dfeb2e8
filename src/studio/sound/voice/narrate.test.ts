import { describe, expect, test } from '@jest/globals';
import { FakeSpeech } from '../../../../test/support/studio/fake-speech.ts';
import { narrate, type SoundScene } from './narrate.ts';

const scene = (startSeconds: number, endSeconds: number, voiceover: string): SoundScene => ({
  startSeconds,
  endSeconds,
  voiceover,
});

function run(scenes: SoundScene[], speech = new FakeSpeech()) {
  const seconds = scenes.at(-1)?.endSeconds ?? 0;
  return narrate(scenes, { speech, language: 'en', seconds, signal: new AbortController().signal });
}

const ofLength = (letters: number, start = 'A'): string => `${start}${'a'.repeat(letters - 2)}.`;

describe('narrate', () => {
  test('each sentence is spoken within its scene, with air before it and without the silence around it', async () => {
    const { sentences, overruns } = await run([scene(0, 3, ofLength(30)), scene(3, 6, ''), scene(6, 9, ofLength(20))]);
    expect(sentences.map(({ startSeconds }) => startSeconds)).toEqual([0.25, 6.25]);
    expect(sentences[0]?.endSeconds).toBeCloseTo(1.75, 1);
    expect(sentences.map((one) => one.scene)).toEqual([0, 2]);
    expect(overruns).toEqual([]);
  });

  test('all scenes are spoken at the rate that the fullest one needs, of at most 1.15', async () => {
    const speech = new FakeSpeech();
    await run([scene(0, 3, ofLength(46)), scene(3, 6, ofLength(10))], speech);
    const speeds = new Set(speech.spoken.map(({ speed }) => speed));
    expect(speeds.size).toBe(1);
    expect([...speeds][0]).toBeGreaterThan(1.05);
    expect([...speeds][0]).toBeLessThanOrEqual(1.15);
  });

  test('a scene that the voice speaks slower than expected is spoken again, faster', async () => {
    const speech = new FakeSpeech(0.085);
    const { overruns } = await run([scene(0, 3, ofLength(33))], speech);
    expect(speech.spoken.map(({ speed }) => speed > 1.05)).toEqual([false, true]);
    expect(overruns).toEqual([]);
  });

  test('last sentences that do not fit their scene are left out and reported', async () => {
    const { sentences, overruns } = await run([
      scene(0, 3, `${ofLength(40, 'First ')} ${ofLength(40, 'Second ')}`),
      scene(3, 6, ''),
    ]);
    expect(sentences).toHaveLength(1);
    expect(overruns).toEqual([{ scene: 0, seconds: expect.any(Number), dropped: [expect.stringContaining('Second')] }]);
  });

  test('a single sentence that is too long runs into the next scene, whose voice waits for it', async () => {
    const { sentences, overruns } = await run([scene(0, 2, ofLength(60)), scene(2, 6, ofLength(10))]);
    expect(sentences[0]?.endSeconds).toBeGreaterThan(2);
    expect(sentences[1]?.startSeconds).toBeGreaterThan(sentences[0]?.endSeconds ?? 9);
    expect(overruns).toEqual([{ scene: 0, seconds: expect.any(Number), dropped: [] }]);
  });

  test('a sentence that the film would cut off is not spoken', async () => {
    const { sentences, overruns } = await run([scene(0, 3, ofLength(20)), scene(3, 4, ofLength(60))]);
    expect(sentences.map((one) => one.scene)).toEqual([0]);
    expect(overruns[0]?.dropped).toHaveLength(1);
  });

  test('a sentence that is longer than the whole film does not reach the speech model', async () => {
    const speech = new FakeSpeech();
    const long = ofLength(200, 'Long ');
    const { sentences, overruns } = await run([scene(0, 6, `${ofLength(20)} ${long}`)], speech);
    expect(speech.spoken.map(({ text }) => text)).toEqual([ofLength(20)]);
    expect(sentences).toHaveLength(1);
    expect(overruns).toEqual([{ scene: 0, seconds: expect.any(Number), dropped: [long] }]);
  });
});
