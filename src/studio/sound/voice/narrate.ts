import type { SpeechModel } from '../../../speech/port.ts';
import { sampleRate } from '../stereo.ts';
import { airSeconds, pauseSeconds, sentencesOf, speedMax, spokenSeconds, voicedSeconds } from './pace.ts';
import { resampled } from './resample.ts';

/** Scene of a film with the text that is spoken over its pictures. `''` if the narrator pauses. */
export interface SoundScene {
  startSeconds: number;
  endSeconds: number;
  voiceover: string;
}

export interface SpokenSentence {
  /** Text as it is written. */
  text: string;
  /** Index of the scene that the sentence belongs to. */
  scene: number;
  startSeconds: number;
  endSeconds: number;
  /** Mono sound at the sampling rate of the film. */
  samples: Float32Array;
}

/** Scene whose voice-over is longer than the scene, even at the highest speed. */
export interface Overrun {
  scene: number;
  /** Time by which the voice-over is too long. */
  seconds: number;
  /** Sentences that are not spoken for this reason. */
  dropped: string[];
}

export interface Narration {
  sentences: SpokenSentence[];
  overruns: Overrun[];
}

interface NarrateOptions {
  speech: SpeechModel;
  language: string;
  /** Length of the film. */
  seconds: number;
  signal: AbortSignal;
}

type Clip = Pick<SpokenSentence, 'text' | 'samples'>;

/**
 * Speaks the voice-over of each scene within its scene, at one rate for the whole film as far as possible. A scene that
 * is too long is spoken faster, then loses its last sentences. A single sentence that is too long runs into the next
 * scene, and is left out only if the film would end before.
 */
export async function narrate(scenes: readonly SoundScene[], options: NarrateOptions): Promise<Narration> {
  const { language, seconds } = options;
  const speed = speedFor(scenes, language);
  const narration: Narration = { sentences: [], overruns: [] };
  let free = 0;
  for (const [scene, { startSeconds, endSeconds, voiceover }] of scenes.entries()) {
    const from = Math.max(free, startSeconds + airSeconds);
    const texts = sentencesOf(voiceover, language);
    const speakable = speakableOf(texts, options);
    const clips = await spokenWithin(speakable, { allowed: endSeconds - from, speed, options });
    const unspoken = spokenSeconds(texts.slice(speakable.length).join(' '), language);
    const over = from + lengthOf(clips) + unspoken - endSeconds;
    while (clips.length > 1 && from + lengthOf(clips) > endSeconds) clips.pop();
    if (from + lengthOf(clips) > seconds) clips.pop();
    if (over > 0) narration.overruns.push({ scene, seconds: over, dropped: texts.slice(clips.length) });
    narration.sentences.push(...placed(clips, scene, from));
    free = from + lengthOf(clips) + pauseSeconds;
  }
  return narration;
}

/**
 * Returns the sentences before the first sentence that is longer than the whole film. Speaking a sentence that cannot
 * be used would waste memory and time: a sentence of 18 s needs twice the memory of a sentence of 3 s.
 */
function speakableOf(texts: readonly string[], { language, seconds }: NarrateOptions): readonly string[] {
  const first = texts.findIndex((text) => spokenSeconds(text, language) > hopeless * seconds);
  return first < 0 ? texts : texts.slice(0, first);
}

/**
 * A sentence whose estimated length is more than this multiple of the film's length is not spoken. The multiple allows
 * for the highest speed and for the error of the estimate.
 */
const hopeless = 1.1 * speedMax;

/** Returns the factor of the natural rate at which the longest voice-over fits its scene, within the limits. */
function speedFor(scenes: readonly SoundScene[], language: string): number {
  const needed = scenes.map(
    ({ voiceover, startSeconds, endSeconds }) => voicedSeconds(voiceover, language) / (endSeconds - startSeconds),
  );
  return Math.min(speedMax, Math.max(1, ...needed));
}

interface Room {
  /** Time from the first word to the end of the scene. */
  allowed: number;
  speed: number;
  options: NarrateOptions;
}

/**
 * Speaks the sentences of a scene. If the speech is longer than `allowed`, speaks all of them again at a higher speed.
 */
async function spokenWithin(texts: readonly string[], { allowed, speed, options }: Room): Promise<Clip[]> {
  const clips = await spoken(texts, speed, options);
  const faster = Math.min(speedMax, (speed * lengthOf(clips)) / (allowed - pauseSeconds));
  const isTooLong = lengthOf(clips) > allowed && allowed > pauseSeconds;
  return isTooLong && faster > speed * 1.01 ? spoken(texts, faster, options) : clips;
}

async function spoken(
  texts: readonly string[],
  speed: number,
  { speech, language, signal }: NarrateOptions,
): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (const text of texts) {
    const { samples, sampleRate: rate } = await speech.speak(text, { language, speed, signal });
    clips.push({ text, samples: resampled(trimmed(samples), rate, sampleRate) });
  }
  return clips;
}

const lengthOf = (clips: readonly Clip[]): number =>
  clips.reduce((sum, { samples }) => sum + samples.length / sampleRate, 0) +
  Math.max(0, clips.length - 1) * pauseSeconds;

function placed(clips: readonly Clip[], scene: number, from: number): SpokenSentence[] {
  let start = from;
  return clips.map((clip) => {
    const startSeconds = start;
    const endSeconds = start + clip.samples.length / sampleRate;
    start = endSeconds + pauseSeconds;
    return { ...clip, scene, startSeconds, endSeconds };
  });
}

/** Level above which a sample is part of the speech: -46 decibels. */
const audible = 0.005;

/** Returns the speech without the silence around it. */
function trimmed(samples: Float32Array): Float32Array {
  const isAudible = (sample: number): boolean => Math.abs(sample) > audible;
  const first = samples.findIndex(isAudible);
  return first < 0 ? new Float32Array(0) : samples.subarray(first, samples.findLastIndex(isAudible) + 1);
}
