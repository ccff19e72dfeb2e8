import type { Composition, LayoutInput } from '../../../composition.ts';
import { framed } from '../../../layouts/framed.ts';
import { fullBleed } from '../../../layouts/full-bleed.ts';
import { isRich } from '../../../photo/crop-shares.ts';
import type { Layer, Scene } from '../../../scene.ts';
import { asideShot } from './aside-shot.ts';
import { closeUpShot } from './close-up-shot.ts';
import { endCard } from './end-card.ts';
import { paradeShot } from './parade-shot.ts';
import { halvesShot } from './halves-shot.ts';
import { closerShot, photoAlone, tourShot } from './photo-alone.ts';
import { pairShot, seamlessShot, splitShot, windowShot } from './photo-shot.ts';
import { detailShot, podiumShot, studioShot } from './product-shot.ts';
import { fadeShot } from './scene-shot.ts';
import { tiltShot } from './tilt-shot.ts';
import { typeShot } from './type-shot.ts';

/** Minimum size of type on a photo, in type units. Smaller type is too weak for a film. */
const bleedTypeMin = 6.4;

/** Draws the full-bleed layout of still ads: text on a photo. Returns null if the headline would be small. */
function largeBleed(input: LayoutInput): Scene | null {
  const scene = fullBleed.draw(input);
  const headline = scene?.texts.find(({ role }) => role === 'headline');
  const isSmall = headline !== undefined && headline.size < bleedTypeMin * input.format.type;
  return isSmall || scene?.layers.some(losesSubject) === true ? null : scene;
}

const losesSubject = (layer: Layer): boolean => layer.kind === 'photo' && !isRich(layer.picture, layer.crop);

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
  'full-bleed': largeBleed,
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
