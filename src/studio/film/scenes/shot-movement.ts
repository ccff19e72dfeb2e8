import type { Size } from '../../box.ts';
import type { QualityCheck } from '../../brief.ts';
import { FilmPainter } from '../compose.ts';
import type { FilmLayer } from '../film.ts';
import { frameOf } from '../frame.ts';
import { brightnessSamples, isAlike, sampleCount } from '../frame-samples.ts';

/** Time between two compared frames of a shot, in seconds. */
const stepSeconds = 0.8;
/**
 * Maximum time in seconds for which compared frames may be alike. The shot then stands still for less than 2.4 s (three
 * steps); the limit for a film is 2.5 s.
 */
const stillSecondsMax = stepSeconds;
/** Minimum length in seconds of a shot that is checked. A shorter shot ends before it stands still for too long. */
const measuredSecondsMin = 2.4;

/**
 * Checks that a shot moves visibly for as long as it lasts. The slow zoom into a picture is invisible if the picture has
 * little detail, such as a photo of one colour, so the frames are compared. Returns null for a short shot.
 */
export function checkMovement(
  { width, height }: Size,
  layers: readonly FilmLayer[],
  seconds: number,
): QualityCheck | null {
  if (seconds < measuredSecondsMin) return null;
  const scenes = [{ startFrame: 0, endFrame: Infinity, layers: [...layers] }];
  const film = { width, height, framesPerSecond: 1, frames: 1, scenes, transitions: [], overlays: [] };
  const painter = new FilmPainter(film);
  const frame = frameOf(film);
  let [reference, now] = [new Uint8Array(sampleCount(film)), new Uint8Array(sampleCount(film))];
  let [still, longest] = [0, 0];
  for (let time = 0; time <= seconds; time += stepSeconds) {
    painter.paint(painter.plan(time), frame);
    brightnessSamples(frame, now);
    const isStill = time > 0 && isAlike(reference, now);
    still = isStill ? still + stepSeconds : 0;
    longest = Math.max(longest, still);
    if (!isStill) [reference, now] = [now, reference];
  }
  return { check: 'shot_still_seconds', value: longest, limit: stillSecondsMax, passed: longest <= stillSecondsMax };
}
