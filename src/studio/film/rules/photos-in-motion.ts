import { type Box, intersection, wholeOf } from '../../box.ts';
import type { Format } from '../../format.ts';
import { cropUnder } from '../../photo/crop.ts';
import { keepsInFilm } from '../../photo/kept-subject.ts';
import { type Cuts, cutsOf } from '../../photo/subject-cuts.ts';
import { atMost } from '../../rules/limits.ts';
import { round } from '../../rules/text-contrast.ts';
import type { MovingPhoto } from '../scenes/animate.ts';
import type { FilmRule } from './film-rule.ts';

/** Time between two compared moments of a shot, in seconds. */
const stepSeconds = 0.1;
/** Maximum part of a subject, in percent of its width or height, that a movement cuts off an edge. */
const lostMax = 3;

/**
 * Checks that no zoom and no tour cuts the subject of a photo. The value is the largest part of the subject, in percent of
 * its width or height, that an edge loses compared with the photo at rest, at any time at which the subject is not whole.
 */
export const subjectInMotion: FilmRule<'moved'> = ({ format, shot: { photos }, seconds }) => {
  if (photos.length === 0) return null;
  const times = Array.from({ length: Math.floor(seconds / stepSeconds) + 1 }, (_, at) => at * stepSeconds);
  const lost = photos.flatMap((photo) => times.map((time) => lostAt(photo, time, format)));
  return atMost('subject_lost_in_motion', round(100 * Math.max(...lost)), lostMax);
};

function lostAt({ rest, moving, layer }: MovingPhoto, time: number, format: Format): number {
  const placed = layer.at(time);
  if (placed === null) return 0;
  const { sprite } = layer;
  const box: Box = { ...placed, width: sprite.width * placed.scale, height: sprite.height * placed.scale };
  const onCanvas = intersection(box, wholeOf(format));
  const seen = placed.clip === undefined ? onCanvas : intersection(onCanvas, placed.clip);
  if (seen.width <= 0 || seen.height <= 0) return 0;
  const crop = cropUnder({ crop: moving.crop, box }, seen);
  if (keepsInFilm(rest.picture, crop)) return 0;
  const now = cutsOf(rest.picture, crop);
  const before = cutsOf(rest.picture, rest.crop);
  return Math.max(...edges.map((edge) => now[edge] - before[edge]));
}

const edges: readonly (keyof Cuts)[] = ['top', 'bottom', 'left', 'right'];
