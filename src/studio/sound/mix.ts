import type { QualityCheck } from '../brief.ts';
import { duckingGains, phrasesOf } from './duck.ts';
import { limit } from './limiter.ts';
import { loudness, type TimeRange } from './loudness.ts';
import { gainOf, samplesIn, silence, type Stereo } from './stereo.ts';
import { truePeak } from './true-peak.ts';
import type { SpokenSentence } from './voice/narrate.ts';

/** Loudness of the whole film in LUFS. Video platforms adjust films to this loudness. */
const loudnessTarget = -14;
const loudnessTolerance = 1;
/** Highest true peak in decibels of full scale. */
const truePeakLimit = -1;
/**
 * Maximum true peak after the limiter, in decibels of full scale. It is below `truePeakLimit`, because encoding as AAC
 * raises peaks by up to 0.9 dB, as measured with the music of every tone.
 */
const limiterCeiling = -2.5;
/**
 * Level of the music below the voice, in decibels: while the voice speaks (`musicUnderVoice` and the limits of its
 * check), and while the voice pauses (`musicInPauses`).
 */
const musicUnderVoice = 16;
const musicUnderVoiceMin = 14;
const musicUnderVoiceMax = 18;
const musicInPauses = 5;

export interface Mix {
  sound: Stereo;
  checks: QualityCheck[];
}

/** Mixes music and voice to the loudness of a finished film, with the music lowered under the voice. */
export function mix(music: Stereo, sentences: readonly SpokenSentence[]): Mix {
  const voice = voiceTrack(sentences, music.left.length);
  const speech = sentences.map(({ startSeconds, endSeconds }) => ({ from: startSeconds, to: endSeconds }));
  const bed = speech.length === 0 ? music : ducked(music, voice, phrasesOf(speech));
  const sound = finished(sum(bed, voice));
  return { sound, checks: [...checksOf(sound), ...underVoice(bed, voice, phrasesOf(speech))] };
}

function voiceTrack(sentences: readonly SpokenSentence[], length: number): Stereo {
  const track = new Float32Array(length);
  for (const { samples, startSeconds } of sentences) {
    const start = samplesIn(startSeconds);
    track.set(samples.subarray(0, Math.max(0, length - start)), Math.min(start, length));
  }
  return { left: track, right: track };
}

function ducked(music: Stereo, voice: Stereo, phrases: readonly TimeRange[]): Stereo {
  const whole = loudness(music);
  if (!Number.isFinite(whole)) return music;
  const voiceLoudness = loudness(voice, phrases);
  const under = loudness(music, phrases);
  const low = Number.isFinite(under) ? voiceLoudness - musicUnderVoice - under : 0;
  const high = Math.max(low, voiceLoudness - musicInPauses - whole);
  const gains = duckingGains(music.left.length, phrases, { high, low }).map(gainOf);
  const applied = (samples: Float32Array): Float32Array => samples.map((sample, at) => sample * (gains[at] ?? 1));
  return { left: applied(music.left), right: applied(music.right) };
}

function sum(a: Stereo, b: Stereo): Stereo {
  const both = silence(a.left.length);
  for (let at = 0; at < both.left.length; at++) {
    both.left[at] = (a.left[at] ?? 0) + (b.left[at] ?? 0);
    both.right[at] = (a.right[at] ?? 0) + (b.right[at] ?? 0);
  }
  return both;
}

/** Loudness may differ from the target by this much before the gain is corrected. */
const closeEnough = 0.2;
const passesMax = 4;

/** Brings the sound to the target. The limiter takes loudness away, so the gain is corrected after it. */
function finished(sound: Stereo): Stereo {
  const measured = loudness(sound);
  if (!Number.isFinite(measured)) return sound;
  let gain = loudnessTarget - measured;
  let result = limit(amplified(sound, gain), limiterCeiling);
  for (let pass = 1; pass < passesMax; pass++) {
    const missing = loudnessTarget - loudness(result);
    if (Math.abs(missing) < closeEnough) break;
    gain += missing;
    result = limit(amplified(sound, gain), limiterCeiling);
  }
  return result;
}

function amplified({ left, right }: Stereo, decibels: number): Stereo {
  const gain = gainOf(decibels);
  return { left: left.map((sample) => sample * gain), right: right.map((sample) => sample * gain) };
}

function checksOf(sound: Stereo): QualityCheck[] {
  const level = loudness(sound);
  const peak = truePeak(sound);
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

/** Returns the check of the distance between voice and music, measured while the voice speaks. */
function underVoice(bed: Stereo, voice: Stereo, phrases: readonly TimeRange[]): QualityCheck[] {
  const distance = loudness(voice, phrases) - loudness(bed, phrases);
  if (!Number.isFinite(distance)) return [];
  const passed = distance >= musicUnderVoiceMin && distance <= musicUnderVoiceMax;
  return [{ check: 'music_under_voice', value: rounded(distance), limit: musicUnderVoiceMin, passed }];
}

/** Rounds to a tenth. Silence, which has no finite level, counts as -100. */
const rounded = (value: number): number => (Number.isFinite(value) ? Math.round(value * 10) / 10 : -100);
