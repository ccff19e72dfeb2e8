import { quietly } from '../../studio/film/ffmpeg-arguments.ts';
import { type FfmpegOptions, inTemporaryFolder, runFfmpeg } from '../../studio/film/run-ffmpeg.ts';
import type { RecordedSentence, RecordedSpeech } from '../../studio/brief.ts';
import type { Speech, SpeakOptions, SpeechModel } from '../port.ts';

/** Smallest change of the rate of speech that is made. A smaller one cannot be heard. */
const speedStep = 0.01;
const fullScale = 32_768;

/** Voice of sentences that a model has spoken before. Another rate of speech is made by ffmpeg, which keeps the pitch. */
export class RecordedVoice implements SpeechModel {
  readonly #speech: RecordedSpeech;
  readonly #ffmpeg: FfmpegOptions;

  constructor(speech: RecordedSpeech, ffmpeg: FfmpegOptions) {
    this.#speech = speech;
    this.#ffmpeg = ffmpeg;
  }

  voiceFor(): string {
    return this.#speech.voice;
  }

  /** Throws if the sentence was not recorded. */
  async speak(text: string, { speed, signal }: SpeakOptions): Promise<Speech> {
    const found = this.#speech.sentences.find((sentence) => sentence.text === text);
    if (found === undefined) throw new Error('A sentence of the voice-over was not recorded.');
    if (Math.abs(speed - 1) < speedStep) return { samples: samplesOf(found.samples), sampleRate: found.sampleRate };
    const samples = await this.#atSpeed(found, speed, signal);
    return { samples: samplesOf(samples), sampleRate: found.sampleRate };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #atSpeed({ samples, sampleRate }: RecordedSentence, speed: number, signal: AbortSignal): Promise<Buffer> {
    const raw = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1'];
    const options = { ...this.#ffmpeg, signal };
    return inTemporaryFolder(options, (folder) =>
      runFfmpeg(
        [...quietly, ...raw, '-i', 'pipe:0', '-filter:a', `atempo=${speed}`, ...raw, 'pipe:1'],
        { ...options, folder },
        (write) => write(samples),
      ),
    );
  }
}

function samplesOf(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) => bytes.readInt16LE(2 * at) / fullScale);
}

/** Returns sound as a brief stores it. Samples beyond full scale are clipped. */
export function recorded(samples: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(2 * samples.length);
  for (const [at, sample] of samples.entries())
    bytes.writeInt16LE(Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale))), 2 * at);
  return bytes;
}
