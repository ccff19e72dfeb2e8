import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '../../files/error-code.ts';
import type { Speech } from '../../speech/port.ts';
import { EncoderError } from '../../studio/film/encoder-error.ts';
import { files, quietly } from '../../studio/film/ffmpeg-arguments.ts';
import { type FfmpegOptions, inTemporaryFolder, runFfmpeg, storageFailure } from '../../studio/film/run-ffmpeg.ts';
import { baseOf } from '../../words/writing.ts';
import type { Verdict } from '../calls/model-chain.ts';

/** Samples per second of the result, which all music and speech of films can be resampled from without loss. */
const sampleRate = 24_000;
/** Maximum length, in seconds, that is decoded. */
const secondsMax = 60;
const bytesMax = 20 * 1_048_576;
/** Formats that ffmpeg may recognise. Others, such as playlists, could refer to other files. */
const formats = ['-format_whitelist', 'wav,mp3,ogg,flac,aac,mov,mp4,m4a,3gp,3g2,mj2'];

export interface SpokenText {
  text: string;
  /** BCP-47 tag. */
  language: string;
  /** Factor of the rate of speech. */
  speed: number;
}

/**
 * Judges a sound of a model that speaks a text. The result is mono. Throws `EncoderError` if ffmpeg is missing or killed,
 * and the reason of the signal if it aborts.
 */
export async function judgeSpeech(bytes: Buffer, spoken: SpokenText, options: FfmpegOptions): Promise<Verdict<Speech>> {
  const samples = await decoded(bytes, options);
  if (typeof samples === 'string') return { kind: 'refused', reasons: [samples] };
  const reasons = faultsOf(samples, spoken);
  return reasons.length === 0
    ? { kind: 'fit', result: { samples: withoutSilence(samples), sampleRate } }
    : { kind: 'refused', reasons };
}

async function decoded(bytes: Buffer, options: FfmpegOptions): Promise<Float32Array | string> {
  if (bytes.length === 0) return 'the file is empty';
  if (bytes.length > bytesMax) return `the file is over ${bytesMax / 1_048_576} MiB`;
  try {
    const raw = await inTemporaryFolder(options, async (folder) => {
      const file = join(folder, 'speech');
      await writeFile(file, bytes).catch(storageFailure);
      return await runFfmpeg(argumentsFor(file), { ...options, folder });
    });
    const samples = new Float32Array(Math.floor(raw.length / 4));
    for (let at = 0; at < samples.length; at++) samples[at] = raw.readFloatLE(at * 4);
    return samples;
  } catch (error) {
    if (error instanceof EncoderError && error.reason === 'failed' && !hasErrorCode(error.cause, 'ENOENT'))
      return 'the file is not a sound, or it is damaged';
    throw error;
  }
}

const argumentsFor = (file: string): string[] => [
  ...[...quietly, ...files, ...formats, '-i', file, '-map', '0:a:0', '-t', String(secondsMax + 1)],
  ...['-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', 'pipe:1'],
];

/** Length in samples of the windows in which the loudness is measured: 20 ms. */
const windowLength = sampleRate / 50;
/** Root mean square from which a window has sound: -48 dB of full scale. */
const soundMin = 0.004;

/** Root mean square of each window. */
function levelsOf(samples: Float32Array): number[] {
  return Array.from({ length: Math.floor(samples.length / windowLength) }, (_, at) => {
    const window = samples.subarray(at * windowLength, (at + 1) * windowLength);
    return Math.sqrt(window.reduce((sum, sample) => sum + sample * sample, 0) / windowLength);
  });
}

/** Minimum share (0 to 1) of windows with sound. */
const soundShareMin = 0.35;
/** Longest pause, in seconds, between two sounds. */
const pauseMax = 3;
/** Maximum share (0 to 1) of samples at full scale. Peaks of loud speech touch it in a few samples. */
const clippedMax = 0.005;
const fullScale = 0.999;

function faultsOf(samples: Float32Array, spoken: SpokenText): string[] {
  const levels = levelsOf(samples);
  const first = levels.findIndex((level) => level >= soundMin);
  if (first < 0) return ['the sound is silent'];
  const heard = levels.slice(first, levels.findLastIndex((level) => level >= soundMin) + 1);
  const seconds = heard.length / 50;
  const sounding = heard.filter((level) => level >= soundMin).length;
  const clipped = samples.filter((sample) => Math.abs(sample) >= fullScale).length / samples.length;
  return [
    ...lengthFaults(seconds, spoken),
    ...(sounding < soundShareMin * heard.length || longestPause(heard) > pauseMax ? ['the sound has long gaps'] : []),
    ...(clipped > clippedMax ? [`the sound is clipped in ${(clipped * 100).toFixed(1)} % of its samples`] : []),
    ...(isNoise(samples, heard) ? ['the sound is noise and not speech'] : []),
  ];
}

function longestPause(levels: readonly number[]): number {
  let [longest, current] = [0, 0];
  for (const level of levels) {
    current = level < soundMin ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest / 50;
}

/**
 * Letters a second of speech at the natural rate, slowest and fastest. With spaces, a synthetic voice spoke 14 to 24
 * characters a second in alphabets, 11 in Arabic, and 3 to 7 in Chinese, Japanese and Korean. The limits are wide, because
 * voices of ads are slower and those of notices faster.
 */
const rates = { alphabet: [5, 32], consonants: [4, 26], syllables: [1.5, 16] } as const;
const writings: Readonly<Record<string, keyof typeof rates>> = {
  ...{ ja: 'syllables', ko: 'syllables', zh: 'syllables', ar: 'consonants', he: 'consonants', fa: 'consonants' },
};

/** Seconds of short sounds before and after the speech that do not count. */
const slack = 1;

function lengthFaults(seconds: number, { text, language, speed }: SpokenText): string[] {
  if (seconds > secondsMax) return [`the speech is longer than ${secondsMax} seconds`];
  const [slowest, fastest] = rates[writings[baseOf(language)] ?? 'alphabet'];
  const letters = lettersOf(text);
  const [least, most] = [letters / fastest / speed, letters / slowest / speed + slack];
  if (seconds >= least && seconds <= most) return [];
  const shown = seconds.toFixed(1);
  return [`the speech takes ${shown} s, but its text takes ${least.toFixed(1)} to ${most.toFixed(1)} s`];
}

/** A digit is spoken as a word of about four letters. */
const lettersOf = (text: string): number =>
  (text.match(/\p{L}|\p{M}/gu)?.length ?? 0) + 4 * (text.match(/\p{Nd}/gu)?.length ?? 0);

/**
 * Limits between speech and noise: the smallest variation of the loudness from window to window, as a share of its mean,
 * and the largest share of samples at which the wave crosses zero. Measured: 0.74 to 0.96 and 0.08 to 0.12 for speech in
 * ten languages; at most 0.18 for noise of any colour and tones; 0.48 for hiss.
 */
const [variationMin, crossingsMax] = [0.35, 0.35];

function isNoise(samples: Float32Array, levels: readonly number[]): boolean {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length;
  let crossings = 0;
  for (let at = 1; at < samples.length; at++) if ((samples[at] ?? 0) < 0 !== (samples[at - 1] ?? 0) < 0) crossings++;
  return Math.sqrt(variance) / mean < variationMin || crossings / samples.length > crossingsMax;
}

/** Length in windows of the silence that is kept before and after the speech: 60 ms. */
const keptWindows = 3;

function withoutSilence(samples: Float32Array): Float32Array {
  const levels = levelsOf(samples);
  const first = Math.max(0, levels.findIndex((level) => level >= soundMin) - keptWindows);
  const last = levels.findLastIndex((level) => level >= soundMin) + 1 + keptWindows;
  return samples.slice(first * windowLength, last * windowLength);
}
