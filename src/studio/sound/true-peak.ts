import { decibelsOf, type Stereo } from './stereo.ts';

/**
 * Number of points per sample at which the sound is computed, in order to find peaks between two samples. ITU-R
 * BS.1770-4 (annex 2) requires four points at 48 kHz.
 */
const points = 4;
/** Number of samples on each side from which a point between two samples is computed. */
const reach = 6;

/** Windowed sinc filters, one for each point between two samples. */
const phases = Array.from({ length: points - 1 }, (_, phase) => {
  const offset = (phase + 1) / points;
  return Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach + 0.5));
    return window * (Math.sin(Math.PI * distance) / (Math.PI * distance));
  });
});

/** Returns the largest magnitude at and right after each sample of both channels, as a factor of full scale. */
export function peaksOf({ left, right }: Stereo): Float32Array {
  const peaks = new Float32Array(left.length);
  for (const channel of [left, right]) {
    for (let at = 0; at < peaks.length; at++) peaks[at] = Math.max(peaks[at] ?? 0, peakAt(channel, at));
  }
  return peaks;
}

/** Samples below this level are not interpolated: no peak between them can exceed the limits of a film. */
const quiet = 0.4;

function peakAt(samples: Float32Array, at: number): number {
  const here = Math.abs(samples[at] ?? 0);
  if (here < quiet && Math.abs(samples[at + 1] ?? 0) < quiet) return here;
  return phases.reduce((peak, taps) => Math.max(peak, Math.abs(interpolated(samples, at, taps))), here);
}

function interpolated(samples: Float32Array, at: number, taps: readonly number[]): number {
  let sum = 0;
  for (let tap = 0; tap < taps.length; tap++) sum += (samples[at + tap - reach + 1] ?? 0) * (taps[tap] ?? 0);
  return sum;
}

/** Returns the true peak of a sound in decibels of full scale (dBTP). */
export const truePeak = (sound: Stereo): number =>
  decibelsOf(peaksOf(sound).reduce((highest, peak) => Math.max(highest, peak), 0));
