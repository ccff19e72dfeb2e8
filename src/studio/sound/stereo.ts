/** Sampling rate of the sound of a film, in samples per second. */
export const sampleRate = 48_000;

/** Sound in two channels of the same length at `sampleRate`. Samples are between -1 and 1 once mixed. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

export const silence = (samples: number): Stereo => ({
  left: new Float32Array(samples),
  right: new Float32Array(samples),
});

/** Returns the number of samples in a time. */
export const samplesIn = (seconds: number): number => Math.round(seconds * sampleRate);

/** Returns the factor for a change of loudness in decibels. */
export const gainOf = (decibels: number): number => 10 ** (decibels / 20);

/** Returns the decibels of a factor. */
export const decibelsOf = (gain: number): number => 20 * Math.log10(Math.max(gain, 1e-9));
