import type { SpeakOptions, Speech, SpeechModel } from '../../../src/speech/port.ts';
import { pulsed, sine } from './made-sounds.ts';

/** Speech model that speaks English at a fixed rate, with silence before and after each sentence. */
export class FakeSpeech implements SpeechModel {
  readonly spoken: { text: string; speed: number }[] = [];
  isClosed = false;
  readonly #secondsPerLetter: number;

  constructor(secondsPerLetter = 0.05) {
    this.#secondsPerLetter = secondsPerLetter;
  }

  voiceFor(language: string): string | null {
    return language.startsWith('en') ? 'fake/voice' : null;
  }

  async speak(text: string, { speed, signal }: SpeakOptions): Promise<Speech> {
    await Promise.resolve();
    signal.throwIfAborted();
    if (!/[\p{L}\p{N}]/u.test(text)) throw new Error('the text contains nothing to speak');
    this.spoken.push({ text, speed });
    const words = pulsed(sine(300, { amplitude: 0.3, seconds: (text.length * this.#secondsPerLetter) / speed }));
    const samples = new Float32Array(words.length + 24_000);
    samples.set(words, 12_000);
    return { samples, sampleRate: 48_000 };
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}
