import { expect, test } from '@jest/globals';
import { loudness } from '../loudness.ts';
import { compose } from './compose.ts';
import { renderMusic } from './render.ts';

const level = (samples: Float32Array): number =>
  samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);

test('music fills the film exactly: it sounds from the first frame, rings to the last and ends in silence', async () => {
  const seconds = 10 + 1 / 30;
  const score = compose({ tone: 'natural', seed: 'job', seconds, sceneStarts: [0, 3, 7.5] });
  const music = await renderMusic(score, seconds, new AbortController().signal);
  expect(music.left).toHaveLength(Math.round(seconds * 48_000));
  expect(music.right).toHaveLength(music.left.length);
  const frame = 48_000 / 30;
  expect(level(music.left.subarray(0, 2 * frame))).toBeGreaterThan(0.02);
  expect(level(music.left.subarray(-6 * frame, -3 * frame))).toBeGreaterThan(0.002);
  expect(level(music.left.subarray(-8))).toBeLessThan(0.0005);
  expect(level(music.left)).toBeLessThan(1);
  expect(loudness(music)).toBeGreaterThan(-32);
});

test('the last chord dies away, also on instruments that hold it', async () => {
  const score = compose({ tone: 'bold', seed: 'job', seconds: 10, sceneStarts: [0, 7.5] });
  const { left } = await renderMusic(score, 10, new AbortController().signal);
  const end = 48_000 * 10;
  const chord = level(left.subarray(end - 48_000, end - 40_000));
  expect(level(left.subarray(end - 4_800))).toBeLessThan(chord / 4);
});

test('the same score gives the same samples', async () => {
  const score = compose({ tone: 'bold', seed: 'job', seconds: 10, sceneStarts: [0, 7.5] });
  const [first, second] = [1, 2].map(() => renderMusic(score, 10, new AbortController().signal));
  expect((await first)?.left).toEqual((await second)?.left);
});

test('rendering stops when the stage is stopped', async () => {
  const score = compose({ tone: 'bold', seed: 'job', seconds: 10, sceneStarts: [0, 7.5] });
  await expect(renderMusic(score, 10, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
});
