import { silence, type Stereo } from './stereo.ts';

/** Number of channels in raw samples: left and right take turns. */
export const channels = 2;

/** Returns raw samples of 16 bits. Samples outside of -1 to 1 are clipped, and samples that are no number are silent. */
export function pcmOf({ left, right }: Stereo): Uint8Array {
  const samples = new Int16Array(left.length * channels);
  for (let at = 0; at < left.length; at++) {
    samples[channels * at] = clipped(left[at]);
    samples[channels * at + 1] = clipped(right[at]);
  }
  return new Uint8Array(samples.buffer);
}

const clipped = (sample = 0): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));

/** Returns the sound in raw samples that are numbers of 32 bits. */
export function soundOf(raw: Buffer): Stereo {
  // A copy, because the bytes of a `Buffer` may begin where no number of 32 bits can begin.
  const samples = new Float32Array(Uint8Array.from(raw).buffer);
  const sound = silence(samples.length / channels);
  for (let at = 0; at < sound.left.length; at++) {
    sound.left[at] = samples[channels * at] ?? 0;
    sound.right[at] = samples[channels * at + 1] ?? 0;
  }
  return sound;
}
