/** Mono sound. Samples are between -1 and 1. */
export interface Speech {
  samples: Float32Array;
  /** Samples per second. */
  sampleRate: number;
}

export interface SpeakOptions {
  /** BCP-47 tag of a language that the model has a voice for. */
  language: string;
  /** Factor of the rate of speech. 1 is the natural rate of the voice. */
  speed: number;
  signal: AbortSignal;
}

/** Turns text into speech. */
export interface SpeechModel {
  /**
   * Returns the name of model and voice for a language, such as `kokoro-82m/af_heart` for `en-US`, or null if the model
   * has no voice for the language, given as a BCP-47 tag.
   */
  voiceFor(language: string): string | null;
  /**
   * Speaks a sentence as people write it, with numbers, prices and units. Throws if the text cannot be spoken or the
   * process that speaks dies. Rejects with the reason of the signal if it aborts.
   */
  speak(text: string, options: SpeakOptions): Promise<Speech>;
  /** Frees the memory of the model. The next call of `speak` loads the model again. */
  close(): Promise<void>;
}
