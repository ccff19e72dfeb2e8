import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SpeechModel } from '../../src/speech/port.ts';

const options = () => ({ language: 'en-US', speed: 1, signal: new AbortController().signal });
const sentence = 'Save 30% today.';

/** Defines the tests that every `SpeechModel` implementation with an English voice must pass. */
export function speechModelContract(name: string, open: () => Promise<SpeechModel>): void {
  describe(`${name}: SpeechModel contract`, () => {
    let model: SpeechModel;
    beforeEach(async () => {
      model = await open();
    });
    afterEach(() => model.close());

    test('`voiceFor` names model and voice, and returns null for a language without a voice', () => {
      expect(model.voiceFor('en-US')).toMatch(/^[\w.-]+\/[\w.-]+$/);
      expect(model.voiceFor('tlh')).toBeNull();
    });

    test('a sentence is spoken as sound between -1 and 1, of a few seconds', async () => {
      const { samples, sampleRate } = await model.speak(sentence, options());
      expect(samples.length / sampleRate).toBeGreaterThan(0.8);
      expect(samples.length / sampleRate).toBeLessThan(6);
      const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
      expect(peak).toBeGreaterThan(0.05);
      expect(peak).toBeLessThanOrEqual(1);
    });

    test('a higher speed makes the same sentence shorter', async () => {
      const [usual, fast] = [
        await model.speak(sentence, options()),
        await model.speak(sentence, { ...options(), speed: 1.15 }),
      ];
      expect(fast.samples.length).toBeLessThan(usual.samples.length);
    });

    test('a model that was closed starts again when it has to speak', async () => {
      await model.speak(sentence, options());
      await model.close();
      expect((await model.speak(sentence, options())).samples.length).toBeGreaterThan(0);
    });

    test('a text without words is refused', async () => {
      await expect(model.speak('…', options())).rejects.toThrow();
    });

    test('speech whose signal aborts fails with the reason of the abort', async () => {
      const stop = new AbortController();
      const speaking = model.speak('A long sentence that takes a while to speak, with much to say.', {
        ...options(),
        signal: stop.signal,
      });
      stop.abort(new Error('stopped'));
      await expect(speaking).rejects.toThrow('stopped');
    });
  });
}
