import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alwaysTheSame, files, quietly } from '../film/ffmpeg-arguments.ts';
import { type FfmpegOptions, inTemporaryFolder, runFfmpeg, storageFailure } from '../film/run-ffmpeg.ts';
import { channels, pcmOf, soundOf } from './pcm.ts';
import { sampleRate, type Stereo } from './stereo.ts';

export interface EncodedSound {
  /** MP4 file with the sound alone. */
  mp4: Buffer;
  /** The sound in the file, as a player plays it. */
  played: Stereo;
}

export type EncodeSound = (sound: Stereo) => Promise<EncodedSound>;

/**
 * Returns a function that encodes a sound as AAC with ffmpeg and decodes the file again. Its errors are those of
 * `encode`.
 */
export const soundEncoder =
  (options: FfmpegOptions): EncodeSound =>
  (sound) =>
    inTemporaryFolder(options, async (folder) => {
      const target = join(folder, 'sound.mp4');
      const run = { ...options, folder };
      await runFfmpeg(encoding(target), run, (write) => write(pcmOf(sound)));
      const played = soundOf(await runFfmpeg(decoding(target), run));
      return { mp4: await readFile(target).catch(storageFailure), played };
    });

const raw = ['-ar', String(sampleRate), '-ac', String(channels)];

/**
 * Arguments that encode raw samples from the standard input. The default coder of ffmpeg's AAC encoder raises true peaks
 * of drums by up to 3.6 dB, as measured; the fast coder raises them by up to 1.6 dB, at the same or a smaller error.
 */
const encoding = (target: string): string[] => [
  ...[...quietly, ...files, '-f', 's16le', ...raw, '-i', 'pipe:0'],
  ...[
    '-c:a',
    'aac',
    '-b:a',
    '256k',
    '-aac_coder',
    'fast',
    ...alwaysTheSame,
    '-flags:a',
    '+bitexact',
    '-f',
    'mp4',
    target,
  ],
];

/** Arguments that decode the file to numbers of 32 bits, so that peaks above full scale are kept. */
const decoding = (file: string): string[] => [
  ...[...quietly, ...files, '-f', 'mp4', '-i', file, '-map', '0:a:0', '-f', 'f32le', ...raw, 'pipe:1'],
];
