import { overlap } from '../../box.ts';
import { atMost } from '../../rules/limits.ts';
import { round } from '../../rules/text-contrast.ts';
import { letterCount } from '../../text/count.ts';
import { lettersMax } from '../caption-cues.ts';
import type { Caption } from '../scenes/captions.ts';
import type { LaidShot } from '../scenes/laid-shot.ts';
import type { FilmRule } from './film-rule.ts';

/** Checks that the lines of captions are short. A single long word cannot be broken and is drawn smaller. */
export const captionLetters: FilmRule<'laid'> = ({ captions }) => {
  if (captions.length === 0) return null;
  const lines = captions.flatMap(({ cue }) => cue.text.split('\n')).filter((line) => line.trim().includes(' '));
  return atMost('caption_line_letters', Math.max(0, ...lines.map(letterCount)), lettersMax);
};

/** Checks that no caption covers a text or a product. */
export const captionOverlap: FilmRule<'laid'> = ({ captions, shots }) => {
  if (captions.length === 0) return null;
  const covered = Math.max(0, ...captions.flatMap((caption) => shots.map((shot) => coverOf(caption, shot))));
  return { check: 'caption_overlap', value: round(covered), limit: 1, passed: covered <= 1 };
};

/** Returns the largest part of a text, button, logo or product under a caption, in percent. */
function coverOf({ cue, plate }: Caption, { shot, scene, parts }: LaidShot): number {
  if (cue.endSeconds <= shot.startSeconds || cue.startSeconds >= shot.endSeconds) return 0;
  const boxes = [
    ...parts.map(({ box }) => box),
    ...scene.texts.filter(({ role }) => role !== 'headline').map(({ box }) => box),
    ...scene.layers.flatMap((layer) => (layer.kind === 'product' || layer.kind === 'logo' ? [layer.box] : [])),
  ];
  return Math.max(0, ...boxes.map((box) => (100 * overlap(box, plate.box)) / Math.max(1, box.width * box.height)));
}
