import { sampleRate, type Stereo } from './stereo.ts';

/**
 * Loudness after ITU-R BS.1770-4, the rule behind LUFS. The constants are those of the recommendation: both filters of
 * annex 1 (tables 1 and 2) at 48 kHz, blocks of 400 ms that overlap by 75 %, an absolute gate of -70 LUFS and a relative
 * one of -10 LU.
 */
const shelf: Biquad = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
};
const highPass: Biquad = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] };

const hopSamples = sampleRate / 10;
const hopsPerBlock = 4;
const absoluteGate = -70;
const relativeGate = -10;

interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** Part of the sound, in seconds. */
export interface TimeRange {
  from: number;
  to: number;
}

/**
 * Returns the integrated loudness in LUFS, of the whole sound or of the blocks that lie inside one of the ranges.
 * Returns -Infinity if all of this is silent.
 */
export function loudness(sound: Stereo, ranges?: readonly TimeRange[]): number {
  const all = blockPowers(sound);
  const blocks = ranges === undefined ? all : all.filter((_, at) => ranges.some((range) => isInside(at, range)));
  const audible = blocks.filter((power) => lufs(power) > absoluteGate);
  const gate = lufs(mean(audible)) + relativeGate;
  return lufs(mean(audible.filter((power) => lufs(power) > gate)));
}

function isInside(block: number, { from, to }: TimeRange): boolean {
  const start = (block * hopSamples) / sampleRate;
  return start >= from - 1e-9 && start + (hopsPerBlock * hopSamples) / sampleRate <= to + 1e-9;
}

const lufs = (power: number): number => -0.691 + 10 * Math.log10(power);

/** Returns the mean of the powers; 0 for an empty list. */
const mean = (powers: readonly number[]): number =>
  powers.length === 0 ? 0 : powers.reduce((sum, power) => sum + power, 0) / powers.length;

/** Returns the power of each block of 400 ms, summed over both channels. */
function blockPowers({ left, right }: Stereo): number[] {
  const hops = Math.floor(left.length / hopSamples);
  const powers = new Float64Array(hops);
  for (const channel of [left, right]) addHopPowers(powers, channel);
  const blocks = Math.max(0, hops - hopsPerBlock + 1);
  return Array.from({ length: blocks }, (_, at) => mean([...powers.subarray(at, at + hopsPerBlock)]));
}

function addHopPowers(powers: Float64Array, samples: Float32Array): void {
  const first = filterOf(shelf);
  const second = filterOf(highPass);
  for (let hop = 0; hop < powers.length; hop++) {
    let sum = 0;
    const end = (hop + 1) * hopSamples;
    for (let at = hop * hopSamples; at < end; at++) sum += second(first(samples[at] ?? 0)) ** 2;
    powers[hop] = (powers[hop] ?? 0) + sum / hopSamples;
  }
}

/** Returns a filter with its own memory (transposed direct form 2). */
function filterOf({ b: [b0, b1, b2], a: [a1, a2] }: Biquad): (input: number) => number {
  let first = 0;
  let second = 0;
  return (input) => {
    const output = b0 * input + first;
    first = b1 * input - a1 * output + second;
    second = b2 * input - a2 * output;
    return output;
  };
}
