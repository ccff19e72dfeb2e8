import type { FilmScript, ScriptScene } from '../../schema/film-script.ts';
import { readingCues } from '../sound/voice/cues.ts';
import { sentencesOf } from '../sound/voice/pace.ts';
import { readingSeconds } from '../text/reading-time.ts';
import type { Cue } from './captions.ts';
import { withoutRepeated } from './scenes/repeated-text.ts';
import type { Span } from './timeline.ts';

/** Time of a scene, and the texts that its still shows. */
export interface StillScene extends Span {
  shown: readonly string[];
}

/**
 * Returns the captions of a plain film without a voice. A caption shows the spoken words of its scene if there is time
 * to read them, otherwise the short text of the scene. Words that the still of the scene already shows are left out. If
 * there is no time for either text, the scene has no caption and the notes say so.
 */
export async function plainCues(
  { scenes, language }: FilmScript,
  stills: readonly StillScene[],
): Promise<{ cues: Cue[]; notes: string[] }> {
  const cues: Cue[] = [];
  let isCut = false;
  for (const [at, { shown, ...span }] of stills.entries()) {
    const choices = textsFor(scenes[at], language)
      .map((texts) => withoutRepeated(texts, shown))
      .filter((texts) => texts.length > 0);
    const made = await Promise.all(
      choices.map((texts) => readingCues([{ ...span, voiceover: texts.join('\n') }], language)),
    );
    const readable = made.find(isReadable);
    cues.push(...(readable ?? []));
    isCut ||= choices.length > 0 && readable === undefined;
  }
  return {
    cues,
    notes: isCut ? ['Some words of the script are not shown: there is no time to read them.'] : [],
  };
}

/**
 * Returns the two texts that the captions of a scene may show, each as a list of parts: first the spoken words, then
 * the short text.
 */
function textsFor(scene: ScriptScene | undefined, language: string): string[][] {
  if (scene === undefined) return [];
  return [sentencesOf(scene.voiceover, language), scene.on_screen_text.split('\n')].map((texts) =>
    texts.filter((text) => text.trim() !== ''),
  );
}

const isReadable = (cues: readonly Cue[]): boolean =>
  cues.every(({ text, startSeconds, endSeconds }) => readingSeconds(text) <= endSeconds - startSeconds);
