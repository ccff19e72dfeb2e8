/** Mono sound. Samples are between -1 and 1. */
export interface Speech {
  samples: Float32Array;
  /** Samples per second. */
  sampleRate: number;
}

/** Turns text into speech. */
export interface SpeechModel {
  /** Name and version for `provenance.model`, such as `kokoro-82m/af_heart`. */
  readonly name: string;
  /** Reports whether the model has a voice for a language, given as a BCP-47 tag. */
  speaks(language: string): boolean;
  /**
   * Speaks one sentence or more in one breath. `speed` is 1 for the natural rate of the voice. Throws if the text cannot
   * be spoken or the process that speaks dies. Rejects with the reason of the signal if it aborts.
   */
  speak(text: string, options: { language: string; speed: number; signal: AbortSignal }): Promise<Speech>;
  /** Frees the memory of the model. */
  close(): Promise<void>;
}
