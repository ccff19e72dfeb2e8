import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Tone } from '../../src/studio/brief.ts';
import { encode } from '../../src/studio/film/encode.ts';
import { frameOf } from '../../src/studio/film/frame.ts';
import { makeSound } from '../../src/studio/sound/make-sound.ts';
import { FakeSpeech } from '../support/studio/fake-speech.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const scenes = [
  { startSeconds: 0, endSeconds: 3.2, voiceover: 'Cold mornings deserve better coffee.' },
  { startSeconds: 3.2, endSeconds: 7.6, voiceover: 'It is roasted today, and at your door by Friday.' },
  { startSeconds: 7.6, endSeconds: 10, voiceover: '' },
];

/** Measures loudness (LUFS) and true peak (dB of full scale) with ffmpeg's filter `ebur128`. */
function measured(file: string): { loudness: number; truePeak: number } {
  const { status, stderr } = spawnSync(
    'ffmpeg',
    ['-hide_banner', '-nostdin', '-i', file, '-af', 'ebur128=peak=true', '-f', 'null', '-'],
    { encoding: 'utf8', maxBuffer: 64_000_000 },
  );
  if (status !== 0) throw new Error(`ffmpeg cannot measure the sound; install ffmpeg. ${stderr}`);
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  return {
    loudness: Number(/I:\s+(\S+) LUFS/.exec(summary)?.[1]),
    truePeak: Number(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1]),
  };
}

const size = { width: 64, height: 48 };

/** Returns a film of 10 seconds with a sound and black pictures. */
function filmWith(sound: Buffer): Promise<Buffer> {
  const frames = 300;
  return encode({ ...size, framesPerSecond: 30, frames, sound }, async (write) => {
    for (let frame = 0; frame < frames; frame++) await write(frameOf(size).bytes);
  });
}

describe('the sound of a film, measured by ffmpeg in the finished film', () => {
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });

  // The AAC encoder raises the peaks of the second sound, which is otherwise usual, by 2 dB.
  describe.each<[Tone, string, boolean]>([
    ['friendly', 'job-1', true],
    ['friendly', 'job-11', false],
    ['elegant', 'job-1', false],
  ])('sound in the tone %s for %s, with a voice: %s', (tone, seed, hasVoice) => {
    const film = join(folder.path, `${tone}-${seed}.mp4`);
    let checked = new Map<string, number>();

    beforeAll(async () => {
      const { mp4, checks } = await makeSound({
        ...{ seconds: 10, tone, seed, scenes, language: 'en-US' },
        speech: hasVoice ? new FakeSpeech() : null,
        signal: new AbortController().signal,
      });
      writeFileSync(film, await filmWith(mp4));
      checked = new Map(checks.map(({ check, value }) => [check, value]));
    });

    test('the loudness is within 1 LU of -14 LUFS, and the check has the same value', () => {
      const { loudness } = measured(film);
      expect(Math.abs(loudness + 14)).toBeLessThanOrEqual(1);
      expect(Math.abs(loudness - (checked.get('loudness') ?? 0))).toBeLessThanOrEqual(0.2);
    });

    test('the true peak is below -1 dB, and the check has the same value', () => {
      const { truePeak } = measured(film);
      expect(truePeak).toBeLessThan(-1);
      expect(Math.abs(truePeak - (checked.get('true_peak') ?? 0))).toBeLessThanOrEqual(0.2);
    });
  });
});
