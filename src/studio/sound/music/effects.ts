import { beatSeconds } from '../../film/beats.ts';
import { sampleRate, samplesIn, type Stereo } from '../stereo.ts';
import type { Score } from './score.ts';

/** Adds rising noise and booms to the music. */
export function addEffects(music: Stereo, { effects, grid }: Score): void {
  for (const effect of effects) {
    const length = samplesIn(beatSeconds(grid, effect.beats));
    if (effect.kind === 'boom') addBoom(music, samplesIn(beatSeconds(grid, effect.beat)), length, effect.level);
    else addRiser(music, samplesIn(beatSeconds(grid, effect.beat)), length, effect.level);
  }
}

const boomLevel = 0.2;
const riserLevel = 0.06;

/** Adds a sine that falls from 110 to 45 Hz and dies away. */
function addBoom({ left, right }: Stereo, start: number, length: number, level: number): void {
  let phase = 0;
  for (let at = 0; at < length && start + at < left.length; at++) {
    const progress = at / length;
    phase += (2 * Math.PI * (45 + 65 * Math.exp(-14 * progress))) / sampleRate;
    const attack = Math.min(1, at / 96);
    const value = boomLevel * level * attack * Math.exp(-5.5 * progress) * Math.sin(phase);
    left[start + at] = (left[start + at] ?? 0) + value;
    right[start + at] = (right[start + at] ?? 0) + value;
  }
}

/** Adds noise through a band-pass filter that opens from 400 Hz to 7 kHz and ends at sample `end`. */
function addRiser({ left, right }: Stereo, end: number, length: number, level: number): void {
  const channels = [
    { samples: left, noise: noiseFrom(1), low: 0, band: 0 },
    { samples: right, noise: noiseFrom(2), low: 0, band: 0 },
  ];
  for (let at = Math.max(0, length - end); at < length; at++) {
    const progress = at / length;
    const cutoff = 400 * (7_000 / 400) ** progress;
    // State-variable filter after Hal Chamberlin, "Musical Applications of Microprocessors" (1985).
    const frequency = 2 * Math.sin((Math.PI * cutoff) / sampleRate);
    const gain = riserLevel * level * progress ** 2.5 * Math.min(1, (length - at) / 480);
    for (const channel of channels) {
      channel.low += frequency * channel.band;
      channel.band += frequency * (channel.noise() - channel.low - 0.7 * channel.band);
      const index = end - length + at;
      channel.samples[index] = (channel.samples[index] ?? 0) + gain * channel.band;
    }
  }
}

/** Returns white noise from -1 to 1 by a linear congruential generator (constants of Numerical Recipes). */
function noiseFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
