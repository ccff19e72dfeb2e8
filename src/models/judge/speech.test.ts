import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { judgeSpeech, type SpokenText } from './speech.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'temporary'));
});
afterEach(() => {
  expect(readdirSync(join(folder.path, 'temporary'))).toEqual([]);
  folder.remove();
});

const rate = 16_000;
const spoken: SpokenText = {
  text: 'Slow mornings begin with a kettle. It boils in three minutes.',
  language: 'en-US',
  speed: 1,
};

/** Returns a WAV file with a wave as 16-bit samples. */
function wav(seconds: number, wave: (seconds: number, at: number) => number): Buffer {
  const data = Buffer.alloc(Math.round(seconds * rate) * 2);
  for (let at = 0; at < data.length / 2; at++)
    data.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, wave(at / rate, at)))), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Four syllables a second with a harmonic voice. */
const voice = (seconds: number): number =>
  0.5 *
  Math.max(0, Math.sin(2 * Math.PI * 2 * seconds)) ** 2 *
  (Math.sin(2 * Math.PI * 140 * seconds) + 0.4 * Math.sin(2 * Math.PI * 420 * seconds));
const noise = (_: number, at: number): number => (((at * 1_103_515_245 + 12_345) % 65_536) / 65_536 - 0.5) * 0.4;

const judged = (bytes: Buffer, text: SpokenText = spoken) =>
  judgeSpeech(bytes, text, { temporaryFolder: join(folder.path, 'temporary') });

test('speech of a plausible length is fit, without the silence around it', async () => {
  const verdict = await judged(wav(6, (at) => (at < 1 || at > 5 ? 0 : voice(at))));
  expect(verdict.kind).toBe('fit');
  if (verdict.kind !== 'fit') return;
  expect(verdict.result.sampleRate).toBe(24_000);
  const seconds = verdict.result.samples.length / 24_000;
  expect(seconds).toBeGreaterThan(3.5);
  expect(seconds).toBeLessThan(4.5);
});

test('a slow voice may take longer', async () => {
  const bytes = wav(14, voice);
  expect(await judged(bytes)).toMatchObject({ kind: 'refused' });
  expect(await judged(bytes, { ...spoken, speed: 0.7 })).toMatchObject({ kind: 'fit' });
});

test.each<[fault: string, bytes: () => Buffer, reason: RegExp]>([
  ['an empty file', () => Buffer.alloc(0), /empty/],
  ['a text', () => Buffer.from('{"error":"overloaded"}'), /not a sound/],
  ['a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n'), /not a sound/],
  ['silence', () => wav(4, () => 0), /silent/],
  ['speech that ends early', () => wav(1, voice), /takes 0\.\d s/],
  ['speech that is much too long', () => wav(30, voice), /takes (29|30)\.\d s/],
  ['a long gap', () => wav(12, (at) => (at > 3 && at < 8 ? 0 : voice(at))), /gaps/],
  ['clipped speech', () => wav(4, (at) => 9 * voice(at)), /clipped/],
  ['noise', () => wav(4, noise), /noise/],
  ['a tone', () => wav(4, (at) => 0.3 * Math.sin(2 * Math.PI * 440 * at)), /noise/],
])('%s is refused', async (_, bytes, reason) => {
  const verdict = await judged(bytes());
  expect(verdict).toMatchObject({ kind: 'refused' });
  expect(verdict.kind === 'refused' ? verdict.reasons.join() : '').toMatch(reason);
});

test('a missing ffmpeg is an error and no refusal', async () => {
  const options = { temporaryFolder: join(folder.path, 'temporary'), program: '/nowhere/ffmpeg' };
  await expect(judgeSpeech(wav(4, voice), spoken, options)).rejects.toThrow('ffmpeg is not installed');
});
