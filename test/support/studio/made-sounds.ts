import { sampleRate, samplesIn, type Stereo } from '../../../src/studio/sound/stereo.ts';

/** Returns samples of a sine wave. `frequency` is in hertz; `amplitude` is at most 1. */
export function sine(frequency: number, { amplitude = 1, seconds = 1, phase = 0 } = {}): Float32Array {
  return Float32Array.from(
    { length: samplesIn(seconds) },
    (_, at) => amplitude * Math.sin((2 * Math.PI * frequency * at) / sampleRate + phase),
  );
}

export const stereo = (samples: Float32Array): Stereo => ({ left: samples, right: samples.slice() });

/** Returns bursts of sound and silence, eight a second, which have the level changes of speech or music. */
export const pulsed = (samples: Float32Array): Float32Array =>
  samples.map((sample, at) => (Math.floor(at / 3_000) % 2 === 0 ? sample : sample * 0.2));
