import type { Scene } from '../../scene.ts';
import type { ShownShot, TimedText } from '../shown-shot.ts';
import type { LaidShot } from './laid-shot.ts';
import { subjectOf } from './subject-of.ts';

/** Returns what a laid out shot shows, and when. */
export function shownShot({ scene, shot, parts, texts }: LaidShot): ShownShot {
  const { startSeconds, endSeconds } = shot;
  const roles = scene.texts.map(({ role }) => role).filter((role) => role !== 'headline' || parts.length === 0);
  const fixed = roles.map((role): TimedText => ({ text: texts[role], startSeconds, endSeconds }));
  return {
    startSeconds,
    endSeconds,
    layout: scene.layout,
    picture: pictureIn(scene),
    hasLogo: scene.layers.some(({ kind }) => kind === 'logo'),
    texts: [...shot.parts.slice(0, parts.length), ...fixed],
  };
}

function pictureIn({ layers }: Scene): ShownShot['picture'] {
  if (layers.some(({ kind }) => kind === 'product')) return 'product';
  const photo = layers.find((layer) => layer.kind === 'photo');
  return photo === undefined ? null : subjectOf(photo.picture);
}
