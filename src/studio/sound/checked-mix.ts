import type { QualityCheck } from '../brief.ts';
import { type Mix, mix } from './mix.ts';
import { silence, type Stereo } from './stereo.ts';
import type { SpokenSentence } from './voice/narrate.ts';

export interface CheckedMix extends Mix {
  hasVoice: boolean;
  /** Says what was left out and which check failed with it. Null if nothing was left out. */
  note: string | null;
}

/**
 * Mixes a sound that passes its checks: voice and music, else the voice alone, else the music alone, else silence.
 * Guarantee: every returned check has passed, whatever the samples are.
 */
export function checkedMix(music: Stereo, sentences: readonly SpokenSentence[]): CheckedMix {
  const none = silence(music.left.length);
  const whole = mix(music, sentences);
  const failed = whole.checks.filter(({ passed }) => !passed);
  if (failed.length === 0) return { ...whole, hasVoice: sentences.length > 0, note: null };
  const plainer = sentences.length === 0 ? [] : [mix(none, sentences), mix(music, [])];
  const [voiceAlone, musicAlone] = plainer;
  if (voiceAlone !== undefined && passes(voiceAlone))
    return { ...voiceAlone, hasVoice: true, note: noteOn('The film has a voice-over and no music', failed) };
  if (musicAlone !== undefined && passes(musicAlone))
    return { ...musicAlone, hasVoice: false, note: noteOn('The film has music and no voice-over', failed) };
  return { sound: none, checks: [], hasVoice: false, note: noteOn('The film has a silent sound track', failed) };
}

const passes = ({ checks }: Mix): boolean => checks.every(({ passed }) => passed);

function noteOn(outcome: string, failed: readonly QualityCheck[]): string {
  const values = failed.map(({ check, value, limit }) => `${check} ${value} (limit ${limit})`);
  return `${outcome}: the whole sound fails ${values.join(', ')}.`;
}
