import type { QualityCheck } from '../../brief.ts';
import { captionLetters, captionOverlap } from './captions.ts';
import { contrastInMotion } from './contrast-in-motion.ts';
import { fileSize } from './file-size.ts';
import type { FilmProofs, FilmRule, Phase } from './film-rule.ts';
import { blackFrames, duration, firstFrame, frozenFrames, lastFrame } from './frames.ts';
import { movement } from './movement.ts';
import { subjectInMotion } from './photos-in-motion.ts';
import { readingTime } from './reading-time.ts';

/** All checks of films. A new check must be added to this list. */
const rules: { readonly [P in Phase]: readonly FilmRule<P>[] } = {
  animated: [movement],
  moved: [contrastInMotion, subjectInMotion],
  laid: [readingTime, captionLetters, captionOverlap],
  encoded: [duration, blackFrames, frozenFrames, firstFrame, lastFrame, fileSize],
};

export async function checkFilm<P extends Phase>(phase: P, proof: FilmProofs[P]): Promise<QualityCheck[]> {
  const all: readonly FilmRule<P>[] = rules[phase];
  const results: QualityCheck[] = [];
  for (const rule of all) {
    const result = await rule(proof);
    if (result !== null) results.push(result);
  }
  return results;
}
