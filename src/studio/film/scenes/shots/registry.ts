import type { Composition } from '../../../composition.ts';
import { framed } from '../../../layouts/framed.ts';
import { asideShot } from './aside-shot.ts';
import { closeUpShot } from './close-up-shot.ts';
import { coverShot } from './cover-shot.ts';
import { endCard } from './end-card.ts';
import { paradeShot } from './parade-shot.ts';
import { halvesShot } from './halves-shot.ts';
import { closerShot, photoAlone, tourShot } from './photo-alone.ts';
import { pairShot, seamlessShot, splitShot, windowShot } from './photo-shot.ts';
import { detailShot, podiumShot, studioShot } from './product-shot.ts';
import { fadeShot } from './scene-shot.ts';
import { tiltShot } from './tilt-shot.ts';
import { typeShot } from './type-shot.ts';

/** All shots of films, by name. A new shot must be added to this list. */
export const shots = {
  studio: studioShot,
  podium: podiumShot,
  detail: detailShot,
  'close-up': closeUpShot,
  tilt: tiltShot,
  aside: asideShot,
  parade: paradeShot,
  halves: halvesShot,
  cover: coverShot,
  fade: fadeShot,
  seamless: seamlessShot,
  split: splitShot,
  pair: pairShot,
  window: windowShot,
  framed: framed.draw,
  tour: tourShot,
  closer: closerShot,
  photo: photoAlone,
  type: typeShot,
  'end-card': endCard,
} satisfies Record<string, Composition['draw']>;

export type ShotName = keyof typeof shots;
