import type { VoiceName } from './voice-files.ts';

/** Message to the process that runs the speech model. */
export interface VoiceRequest {
  tokens: number[];
  voice: VoiceName;
  speed: number;
}

export type VoiceAnswer = { kind: 'spoken'; samples: Float32Array } | { kind: 'failed'; reason: string };

/** Samples per second of Kokoro's speech. */
export const kokoroSampleRate = 24_000;
