import type { QualityCheck } from '../brief.ts';
import { duckingGains, phrasesOf } from './duck.ts';
import type { EncodeSound } from './encode-sound.ts';
import { loudness, type TimeRange } from './loudness.ts';
import { mastered, type MasteredSound, rounded } from './master.ts';
import { gainOf, samplesIn, silence, type Stereo } from './stereo.ts';
import type { SpokenSentence } from './voice/narrate.ts';

/**
 * Level of the music below the voice, in decibels: while the voice speaks (`musicUnderVoice` and the limits of its
 * check), and while the voice pauses (`musicInPauses`).
 */
const musicUnderVoice = 16;
const musicUnderVoiceMin = 14;
const musicUnderVoiceMax = 18;
const musicInPauses = 5;

/**
 * Mixes music and voice to the loudness of a finished film, with the music lowered under the voice, and encodes the sound.
 */
export async function mix(
  music: Stereo,
  sentences: readonly SpokenSentence[],
  encode: EncodeSound,
): Promise<MasteredSound> {
  const voice = voiceTrack(sentences, music.left.length);
  const speech = sentences.map(({ startSeconds, endSeconds }) => ({ from: startSeconds, to: endSeconds }));
  const bed = speech.length === 0 ? music : ducked(music, voice, phrasesOf(speech));
  const { mp4, checks } = await mastered(sum(bed, voice), encode);
  return { mp4, checks: [...checks, ...underVoice(bed, voice, phrasesOf(speech))] };
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

/** Returns the check of the distance between voice and music, measured while the voice speaks. */
function underVoice(bed: Stereo, voice: Stereo, phrases: readonly TimeRange[]): QualityCheck[] {
  const distance = loudness(voice, phrases) - loudness(bed, phrases);
  if (!Number.isFinite(distance)) return [];
  const passed = distance >= musicUnderVoiceMin && distance <= musicUnderVoiceMax;
  return [{ check: 'music_under_voice', value: rounded(distance), limit: musicUnderVoiceMin, passed }];
}
