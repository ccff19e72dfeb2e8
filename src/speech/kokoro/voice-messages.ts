import type { VoiceName } from './voice-files.ts';

/** Message to the process that runs the speech model. The result is the samples of the speech. */
export interface VoiceRequest {
  tokens: number[];
  voice: VoiceName;
  speed: number;
}

/** Samples per second of Kokoro's speech. */
export const kokoroSampleRate = 24_000;
