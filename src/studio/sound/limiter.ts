import { peaksOf } from './true-peak.ts';
import { gainOf, samplesIn, type Stereo } from './stereo.ts';

/** Time in which the gain falls before a peak. The limiter sees peaks before they sound. */
const attackSeconds = 0.004;
/** Time constant with which the gain returns after a peak. */
const releaseSeconds = 0.08;

/** Lowers the sound around peaks so that its true peak stays below `ceiling`, in decibels of full scale. */
export function limit(sound: Stereo, ceiling: number): Stereo {
  const gains = smoothed(lowestAhead(gainsFor(peaksOf(sound), gainOf(ceiling)), samplesIn(attackSeconds)));
  const applied = (samples: Float32Array): Float32Array => samples.map((sample, at) => sample * (gains[at] ?? 1));
  return { left: applied(sound.left), right: applied(sound.right) };
}

const gainsFor = (peaks: Float32Array, highest: number): Float32Array =>
  peaks.map((peak) => (peak > highest ? highest / peak : 1));

/** Returns for each sample the lowest gain among this one and the next `ahead` samples. */
function lowestAhead(gains: Float32Array, ahead: number): Float32Array {
  const lowest = gains.slice();
  // Each pass doubles the number of samples that have been compared.
  for (let seen = 1; seen <= ahead; seen *= 2) {
    const step = Math.min(seen, ahead + 1 - seen);
    for (let at = 0; at + step < lowest.length; at++) {
      lowest[at] = Math.min(lowest[at] ?? 1, lowest[at + step] ?? 1);
    }
  }
  return lowest;
}

/** Returns gains that fall to each lowest gain within the attack, in a straight line, and return slowly. */
function smoothed(lowest: Float32Array): Float32Array {
  const release = Math.exp(-1 / samplesIn(releaseSeconds));
  let gain = 1;
  const held = lowest.map((target) => {
    gain = target < gain ? target : target + (gain - target) * release;
    return gain;
  });
  return averaged(held, samplesIn(attackSeconds));
}

/** Returns the average of each value and the `count - 1` before it. The first value also counts for the time before. */
function averaged(values: Float32Array, count: number): Float32Array {
  let sum = count * (values[0] ?? 1);
  return values.map((value, at) => {
    sum += value - (values[Math.max(0, at - count)] ?? 1);
    return sum / count;
  });
}
