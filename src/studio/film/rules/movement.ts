import type { QualityCheck } from '../../brief.ts';
import { atMost } from '../../rules/limits.ts';
import { brightnessSamples, isAlike, sampleCount } from '../frame-samples.ts';
import type { FilmProofs } from './film-rule.ts';
import { shotFrames } from './shot-frames.ts';

/** Time between two compared frames of a shot, in seconds. */
const stepSeconds = 0.8;
/**
 * Maximum time in seconds for which compared frames may be alike. The shot then stands still for less than 2.4 s (three
 * steps); the limit for a film is 2.5 s.
 */
const stillSecondsMax = stepSeconds;
/** Minimum length in seconds of a shot that is checked. Two shorter shots that look alike end before the limit. */
const measuredSecondsMin = 1.2;

/**
 * Checks that a shot moves visibly for as long as it lasts. The slow zoom into a picture is invisible if the picture has
 * little detail, such as a photo of one colour, so the frames are compared. Returns null for a short shot.
 */
export async function movement({ format, shot, seconds }: FilmProofs['animated']): Promise<QualityCheck | null> {
  if (seconds < measuredSecondsMin) return null;
  const frameAt = shotFrames(format, [...shot.pictures, ...shot.texts]);
  let [reference, now] = [new Uint8Array(sampleCount(format)), new Uint8Array(sampleCount(format))];
  let [still, longest] = [0, 0];
  for (let time = 0; time <= seconds; time += stepSeconds) {
    brightnessSamples(await frameAt(time), now);
    const isStill = time > 0 && isAlike(reference, now);
    still = isStill ? still + stepSeconds : 0;
    longest = Math.max(longest, still);
    if (!isStill) [reference, now] = [now, reference];
  }
  return atMost('shot_still_seconds', longest, stillSecondsMax);
}
