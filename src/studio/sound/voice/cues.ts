import { captionCues, timeShares, type TimedText } from '../../film/caption-cues.ts';
import type { Cue } from '../../film/captions.ts';
import type { SoundScene } from './narrate.ts';
import { sentencesOf } from './pace.ts';

/**
 * Maximum time, in seconds, for which a caption stays after its last word. It ends earlier if the next caption starts.
 */
const lingerSeconds = 0.25;

/** Returns the captions of the spoken sentences of a film that ends at `filmSeconds`. */
export async function voiceCues(
  sentences: readonly TimedText[],
  language: string,
  filmSeconds: number,
): Promise<Cue[]> {
  const cues = await captionCues(sentences, language);
  return cues.map((cue, at) => ({
    ...cue,
    endSeconds: Math.min(cue.endSeconds + lingerSeconds, cues[at + 1]?.startSeconds ?? filmSeconds),
  }));
}

/** Returns captions for a film without a voice: the text of each scene, for the whole scene. */
export function readingCues(scenes: readonly SoundScene[], language: string): Promise<Cue[]> {
  const texts = scenes.flatMap(({ voiceover, ...time }) =>
    timeShares(sentencesOf(voiceover, language), time, language),
  );
  return captionCues(texts, language);
}
