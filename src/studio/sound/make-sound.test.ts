import { describe, expect, test } from '@jest/globals';
import { FakeSpeech } from '../../../test/support/studio/fake-speech.ts';
import type { SpeechModel } from '../../speech/port.ts';
import { makeSound, type SoundBrief } from './make-sound.ts';

const brief = (changes: Partial<SoundBrief> = {}): SoundBrief => ({
  seconds: 10,
  tone: 'playful',
  seed: 'job',
  scenes: [
    { startSeconds: 0, endSeconds: 4, voiceover: 'Cold mornings deserve better coffee.' },
    { startSeconds: 4, endSeconds: 7.5, voiceover: 'It is roasted today.' },
    { startSeconds: 7.5, endSeconds: 10, voiceover: '' },
  ],
  language: 'en-US',
  speech: null,
  signal: new AbortController().signal,
  ...changes,
});

/** Half as long, for sounds without a voice: most of the time of a test is the music. */
const withoutVoice = (changes: Partial<SoundBrief> = {}): SoundBrief => {
  const { seconds, scenes, ...others } = brief(changes);
  const half = scenes.map(({ startSeconds, endSeconds, voiceover }) => ({
    ...{ startSeconds: startSeconds / 2, endSeconds: endSeconds / 2, voiceover },
  }));
  return { ...others, seconds: seconds / 2, scenes: half };
};

class BrokenSpeech extends FakeSpeech {
  override speak(): Promise<never> {
    return Promise.reject(new Error('the process of the speech model died'));
  }
}

describe('makeSound', () => {
  test('a voice is mixed over music, timed captions come with it, and the model is closed', async () => {
    const speech = new FakeSpeech();
    const sound = await makeSound(brief({ speech }));
    expect(sound.voiceName).toBe('fake/voice');
    expect(sound.cues.map(({ text }) => text)).toEqual([
      'Cold mornings deserve\nbetter coffee.',
      'It is roasted today.',
    ]);
    expect(sound.checks.map(({ check, passed }) => [check, passed])).toEqual([
      ['loudness', true],
      ['true_peak', true],
      ['music_under_voice', true],
    ]);
    expect(sound.notes).toEqual([]);
    expect(speech.isClosed).toBe(true);
  });

  test.each<[string, SpeechModel | null, string, string]>([
    ['no voice is installed', null, 'en-US', 'no voice is installed'],
    ['no voice speaks the language', new FakeSpeech(), 'de', 'no voice speaks German'],
    ['the voice fails', new BrokenSpeech(), 'en-US', 'the voice failed'],
  ])('the film has music only, a note, and the reason for the log, if %s', async (_, speech, language, reason) => {
    const failures: unknown[] = [];
    const onVoiceFailure = (error: unknown): number => failures.push(error);
    const sound = await makeSound(withoutVoice({ speech, language, onVoiceFailure }));
    expect(failures).toEqual(speech instanceof BrokenSpeech ? [new Error('the process of the speech model died')] : []);
    expect(sound.notes).toEqual([`The film has music and no voice-over: ${reason}.`]);
    expect(sound.voiceName).toBeNull();
    expect(sound.cues[0]).toMatchObject({ startSeconds: 0, endSeconds: 2 });
    expect(sound.checks.every(({ passed }) => passed)).toBe(true);
  });

  test('a script without a narrator needs no voice and no note', async () => {
    const scenes = brief().scenes.map((scene) => ({ ...scene, voiceover: '' }));
    const sound = await makeSound(withoutVoice({ scenes }));
    expect([sound.notes, sound.cues]).toEqual([[], []]);
  });

  test('a stage that is stopped while the voice speaks does not go on to the music', async () => {
    const stop = new AbortController();
    const speech = new FakeSpeech();
    stop.abort(new Error('stopped'));
    await expect(makeSound(brief({ speech, signal: stop.signal }))).rejects.toThrow('stopped');
    expect(speech.isClosed).toBe(true);
  });
});
