import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from '@jest/globals';
import { deskOf } from '../../../test/support/models/desk-of.ts';
import { RecordedVoice } from '../../speech/recorded/recorded-speech.ts';
import { spokenBy } from './spoken-by.ts';

const signal = new AbortController().signal;
const script = {
  language: 'en-US',
  scenes: ['Bread is baked at night. It cools at dawn.', '', 'Taste it.'].map((voiceover) => ({
    ...{ role: 'benefit' as const, seconds: 3, voiceover, on_screen_text: '', subject: 'product' as const, visual: '' },
  })),
};

/** Two seconds of a sound whose loudness and pitch vary, as a WAV file. */
let wav: Buffer;
beforeAll(() => {
  const sound = 'sin(2*PI*(180+60*sin(3*t))*t)*0.4*(0.6+0.4*sin(11*t))';
  const source = ['-f', 'lavfi', '-i', `aevalsrc=${sound}:d=2:s=24000`];
  wav = execFileSync('ffmpeg', ['-v', 'error', ...source, '-f', 'wav', 'pipe:1']);
});

test('every sentence of the voice-over is spoken once by the model, and its name is the voice', async () => {
  const { desk, tasks } = deskOf('speech', () => wav);
  const speech = await spokenBy(desk, script, signal);
  const texts = ['Bread is baked at night.', 'It cools at dawn.', 'Taste it.'];
  expect(speech?.sentences.map(({ text }) => text)).toEqual(texts);
  expect([tasks.length, speech?.voice]).toEqual([3, 'comfyui/m']);
});

test('a film has no recorded voice if one of its sentences cannot be spoken', async () => {
  const { desk } = deskOf('speech', (task) => (task.port === 'speech' && task.text === 'Taste it.' ? null : wav));
  expect(await spokenBy(desk, script, signal)).toBeUndefined();
  expect(desk.report.degraded).toBe(true);
});

test('a recorded sentence is spoken faster without a change of its sampling rate', async () => {
  const { desk } = deskOf('speech', () => wav);
  const speech = await spokenBy(desk, script, signal);
  if (speech === undefined) throw new Error('nothing was spoken');
  const voice = new RecordedVoice(speech, {});
  const [slow, fast] = await Promise.all(
    [1, 1.25].map((speed) => voice.speak('Taste it.', { language: 'en-US', speed, signal })),
  );
  expect(fast?.sampleRate).toBe(slow?.sampleRate);
  expect((slow?.samples.length ?? 0) / (fast?.samples.length ?? 1)).toBeCloseTo(1.25, 1);
  await expect(voice.speak('Another one.', { language: 'en-US', speed: 1, signal })).rejects.toThrow('not recorded');
});
