import type { QualityCheck } from '../brief.ts';
import type { EncodeSound } from './encode-sound.ts';
import { limit } from './limiter.ts';
import { loudness } from './loudness.ts';
import { gainOf, type Stereo } from './stereo.ts';
import { truePeak } from './true-peak.ts';

/** Loudness of the whole film in LUFS. Video platforms adjust films to this loudness. */
const loudnessTarget = -14;
const loudnessTolerance = 1;
/** Highest true peak in the file, in decibels of full scale. */
const truePeakLimit = -1;
/** True peak in the file that is aimed at: other meters and decoders measure up to 0.1 dB more. */
const truePeakWanted = -1.2;
/**
 * Maximum true peak after the limiter, in decibels of full scale, at which the sound is encoded first. Encoding as AAC
 * raises peaks, by less than 1.3 dB in 24 of 25 films, as measured with the music of every tone.
 */
const firstCeiling = -2.5;
/** Decibels by which the ceiling is lowered more than the file has too much, because the encoder then errs elsewhere. */
const lowerBy = 0.3;
/** Maximum number of times that a sound is encoded. In practice, the second file is below the limit. */
const encodingsMax = 3;

export interface MasteredSound {
  /** MP4 file with the sound alone. */
  mp4: Buffer;
  /** Checks of the loudness and the true peak in the file. */
  checks: QualityCheck[];
}

/**
 * Brings a sound to the loudness of a finished film and encodes it. Measures the encoded file: if its true peak is too
 * high, lowers the ceiling of the limiter, which keeps the loudness, and encodes the sound again.
 */
export async function mastered(sound: Stereo, encode: EncodeSound): Promise<MasteredSound> {
  let ceiling = firstCeiling;
  let best = await encodedAt(ceiling);
  for (let count = 1; count < encodingsMax && best.peak > truePeakWanted; count++) {
    ceiling -= best.peak - truePeakWanted + lowerBy;
    const next = await encodedAt(ceiling);
    if (next.peak < best.peak) best = next;
  }
  return { mp4: best.mp4, checks: checksOf(best) };

  async function encodedAt(decibels: number): Promise<Measured> {
    const { mp4, played } = await encode(levelled(sound, decibels));
    return { mp4, level: loudness(played), peak: truePeak(played) };
  }
}

interface Measured {
  mp4: Buffer;
  /** Loudness in LUFS. */
  level: number;
  /** True peak in decibels of full scale. */
  peak: number;
}

/** Loudness may differ from the target by this much before the gain is corrected. */
const closeEnough = 0.2;
const passesMax = 4;

/** Brings the sound to the target. The limiter takes loudness away, so the gain is corrected after it. */
function levelled(sound: Stereo, ceiling: number): Stereo {
  const measured = loudness(sound);
  if (!Number.isFinite(measured)) return sound;
  let gain = loudnessTarget - measured;
  let result = limit(amplified(sound, gain), ceiling);
  for (let pass = 1; pass < passesMax; pass++) {
    const missing = loudnessTarget - loudness(result);
    if (Math.abs(missing) < closeEnough) break;
    gain += missing;
    result = limit(amplified(sound, gain), ceiling);
  }
  return result;
}

function amplified({ left, right }: Stereo, decibels: number): Stereo {
  const gain = gainOf(decibels);
  return { left: left.map((sample) => sample * gain), right: right.map((sample) => sample * gain) };
}

function checksOf({ level, peak }: Measured): QualityCheck[] {
  return [
    {
      check: 'loudness',
      value: rounded(level),
      limit: loudnessTarget,
      passed: Math.abs(level - loudnessTarget) <= loudnessTolerance,
    },
    { check: 'true_peak', value: rounded(peak), limit: truePeakLimit, passed: peak < truePeakLimit },
  ];
}

/** Rounds to a tenth. Silence, which has no finite level, counts as -100. */
export const rounded = (value: number): number => (Number.isFinite(value) ? Math.round(value * 10) / 10 : -100);
