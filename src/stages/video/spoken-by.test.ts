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

test('a film has no recorded voice if two models speak its sentences, and a note says so', async () => {
  const isRefused = (text: string, model: string): boolean => model === 'a' && text === 'Taste it.';
  const { desk } = deskOf(
    'speech',
    (task, model) => (task.port === 'speech' && isRefused(task.text, model) ? null : wav),
    ['a', 'b'],
  );
  expect(await spokenBy(desk, script, signal)).toBeUndefined();
  expect(desk.report.notes).toEqual([expect.stringContaining('comfyui/a and comfyui/b spoke parts of it')]);
});

test('a film with more sentences than a model speaks calls no model, and a note says so', async () => {
  const { desk, tasks } = deskOf('speech', () => wav);
  const [scene] = script.scenes;
  if (scene === undefined) throw new Error('there is no scene');
  const voiceover = Array.from({ length: 9 }, (_, at) => `This is sentence ${at}.`).join(' ');
  expect(await spokenBy(desk, { ...script, scenes: [{ ...scene, voiceover }] }, signal)).toBeUndefined();
  expect(tasks).toEqual([]);
  const { degraded, notes } = desk.report;
  expect(degraded).toBe(true);
  expect(notes).toEqual([expect.stringContaining('the film has 9 sentences and a model speaks at most 8')]);
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
