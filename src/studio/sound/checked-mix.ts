import type { QualityCheck } from '../brief.ts';
import { failedOf } from '../rules/limits.ts';
import type { EncodeSound } from './encode-sound.ts';
import type { MasteredSound } from './master.ts';
import { mix } from './mix.ts';
import { silence, type Stereo } from './stereo.ts';
import type { SpokenSentence } from './voice/narrate.ts';

export interface CheckedMix extends MasteredSound {
  hasVoice: boolean;
  hasMusic: boolean;
  /** Says what was left out and which check failed with it. Null if nothing was left out. */
  note: string | null;
}

/**
 * Mixes a sound that passes its checks: voice and music, else the voice alone, else the music alone, else silence.
 * Guarantee: every returned check has passed, whatever the samples are.
 */
export async function checkedMix(
  music: Stereo,
  sentences: readonly SpokenSentence[],
  encode: EncodeSound,
): Promise<CheckedMix> {
  const none = silence(music.left.length);
  const whole = await mix(music, sentences, encode);
  const failed = failedOf(whole.checks);
  if (failed.length === 0) return { ...whole, hasVoice: sentences.length > 0, hasMusic: isAudible(music), note: null };
  if (sentences.length > 0) {
    const voiceAlone = await mix(none, sentences, encode);
    if (passes(voiceAlone))
      return {
        ...voiceAlone,
        hasVoice: true,
        hasMusic: false,
        note: noteOn('The film has a voice-over and no music', failed),
      };
    const musicAlone = await mix(music, [], encode);
    if (passes(musicAlone))
      return {
        ...musicAlone,
        hasVoice: false,
        hasMusic: true,
        note: noteOn('The film has music and no voice-over', failed),
      };
  }
  const { mp4 } = await encode(none);
  return {
    mp4,
    checks: [],
    hasVoice: false,
    hasMusic: false,
    note: noteOn('The film has a silent sound track', failed),
  };
}

const isAudible = ({ left, right }: Stereo): boolean =>
  [left, right].some((samples) => samples.some((each) => each !== 0));

const passes = ({ checks }: MasteredSound): boolean => checks.every(({ passed }) => passed);

function noteOn(outcome: string, failed: readonly QualityCheck[]): string {
  const values = failed.map(({ check, value, limit }) => `${check} ${value} (limit ${limit})`);
  return `${outcome}: the whole sound fails ${values.join(', ')}.`;
}
