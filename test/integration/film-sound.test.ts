import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Tone } from '../../src/studio/brief.ts';
import { soundCodec } from '../../src/studio/film/ffmpeg-arguments.ts';
import { makeSound } from '../../src/studio/sound/make-sound.ts';
import { FakeSpeech } from '../support/fake-speech.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

describe('the sound of a film, measured by ffmpeg', () => {
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });

  describe.each<[Tone, boolean]>([
    ['friendly', true],
    ['technical', false],
    ['elegant', false],
  ])('sound in the tone %s, with a voice: %s', (tone, hasVoice) => {
    const wav = join(folder.path, `${tone}.wav`);
    let own: number | undefined;

    beforeAll(async () => {
      const sound = await makeSound({
        ...{ seconds: 10, tone, seed: 'job-1', scenes, language: 'en-US' },
        speech: hasVoice ? new FakeSpeech() : null,
        signal: new AbortController().signal,
      });
      writeFileSync(wav, sound.wav);
      own = sound.checks.find(({ check }) => check === 'loudness')?.value;
    });

    test('the loudness of a film is within 1 LU of -14 LUFS and agrees with the built-in measurement', () => {
      const { loudness } = measured(wav);
      expect(Math.abs(loudness + 14)).toBeLessThanOrEqual(1);
      expect(Math.abs(loudness - (own ?? 0))).toBeLessThanOrEqual(0.2);
    });

    test('the true peak of a film is below -1 dB, also after encoding as AAC', () => {
      const encoded = join(folder.path, `${tone}.m4a`);
      expect(measured(wav).truePeak).toBeLessThan(-2);
      const { status } = spawnSync('ffmpeg', [
        '-nostdin',
        '-loglevel',
        'error',
        '-y',
        '-i',
        wav,
        ...soundCodec,
        encoded,
      ]);
      expect(status).toBe(0);
      expect(measured(encoded).truePeak).toBeLessThan(-1);
    });
  });
});
