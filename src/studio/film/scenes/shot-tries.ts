import { intersection, partOf } from '../../box.ts';
import { fullBleed, lastResort } from '../../layouts/full-bleed.ts';
import { framed } from '../../layouts/framed.ts';
import { isCroppable } from '../../layouts/layout.ts';
import { omitsWords, plain, plainLastSteps, plainWithPicture } from '../../layouts/plain.ts';
import { statement } from '../../layouts/statement.ts';
import { isRich } from '../../photo/kept.ts';
import type { Layer, Scene } from '../../scene.ts';
import type { PlacedShot, ShotInput } from './shot-input.ts';
import { asideShot } from './shots/aside-shot.ts';
import { closeUpShot } from './shots/close-up-shot.ts';
import { endCard } from './shots/end-card.ts';
import { paradeShot } from './shots/parade-shot.ts';
import { windowShot } from './shots/photo-shot.ts';
import { detailShot, podiumShot, studioShot } from './shots/product-shot.ts';
import { fadeShot, photoAlone } from './shots/scene-shot.ts';
import { tiltShot } from './shots/tilt-shot.ts';
import { typeShot } from './shots/type-shot.ts';
import { productLayouts } from './storyboard.ts';

type Draw = (input: ShotInput) => Scene | null;

/** One way to lay out a shot. `attempt` is the number of earlier tries of the same layout. */
export interface Try {
  draw: Draw;
  attempt: number;
  /** True if the layout leaves texts out on purpose. */
  omitsWords?: true;
}

export interface Tries {
  /** Layouts that show what the shot is meant to show, such as its picture. */
  wanted: Try[];
  /** Layouts of text alone, and plain ads. The last one draws shapes in the brand's colours and passes every check. */
  simple: Try[];
}

/** Returns all ways to lay out a shot, in the order in which they are tried. */
export function triesFor(input: ShotInput, shot: PlacedShot): Tries {
  const wanted = wantedLayouts(input, shot);
  const attempts = [0, 1, lastResort].flatMap((attempt) => wanted.map((draw): Try => ({ draw, attempt })));
  const hasPicture = input.photo !== null || input.product !== null;
  const plainly = [...(hasPicture ? plainWithPicture : []), ...plainLastSteps].map((step): Try => ({
    draw: (given) => plain(given, step),
    attempt: 0,
    ...(omitsWords(step) && !input.noText && { omitsWords: true }),
  }));
  const typed: Draw[] = input.noText || shot.isEndCard ? [] : [typeShot, (given) => statement.draw(given)];
  const twice = [0, 1].flatMap((attempt) => typed.map((draw): Try => ({ draw, attempt })));
  return { wanted: attempts, simple: [...twice, ...plainly] };
}

/** Minimum size of type on a photo, in type units. Smaller type is too weak for a film. */
const bleedTypeMin = 6.4;

/** Draws the full-bleed layout of still ads: text on a photo. Returns null if the headline would be small. */
function largeBleed(input: ShotInput): Scene | null {
  const scene = fullBleed.draw(input);
  const headline = scene?.texts.find(({ role }) => role === 'headline');
  const isSmall = headline !== undefined && headline.size < bleedTypeMin * input.format.type;
  return isSmall || scene?.layers.some(losesSubject) === true ? null : scene;
}

const losesSubject = (layer: Layer): boolean => layer.kind === 'photo' && !isRich(layer.picture, layer.crop);

const drawn = {
  studio: studioShot,
  podium: podiumShot,
  detail: detailShot,
  'close-up': closeUpShot,
  tilt: tiltShot,
  aside: asideShot,
  parade: paradeShot,
  'full-bleed': largeBleed,
  fade: fadeShot,
  window: windowShot,
  framed: framed.draw,
  photo: photoAlone,
  type: typeShot,
  'end-card': endCard,
} satisfies Record<string, Draw>;

type LayoutName = keyof typeof drawn;

function wantedLayouts(input: ShotInput, shot: PlacedShot): Draw[] {
  return layoutNames(input, shot).map(
    (name): Draw =>
      (given) =>
        withoutCoveredSubject(drawn[name](given), given),
  );
}

/** Maximum share of the place of the captions that may lie on the subject of a photo. */
const captionOnSubjectMax = 0.15;

function withoutCoveredSubject(scene: Scene | null, { captionPlace, hasCaptions, rtl }: ShotInput): Scene | null {
  if (scene === null || !hasCaptions) return scene;
  // A scene for right-to-left text is mirrored later, but its photos are not.
  const x = rtl ? scene.width - captionPlace.x - captionPlace.width : captionPlace.x;
  const covered = scene.layers.some((layer) => {
    if (layer.kind !== 'photo') return false;
    const place = intersection(layer.box, { ...captionPlace, x });
    if (place.width * place.height === 0) return false;
    const { picture, crop, box } = layer;
    const [sx, sy] = [crop.width / box.width, crop.height / box.height];
    const part = {
      x: crop.x + (place.x - box.x) * sx,
      y: crop.y + (place.y - box.y) * sy,
      width: place.width * sx,
      height: place.height * sy,
    };
    return picture.analysis.subject.share(partOf(part, picture)) > captionOnSubjectMax;
  });
  return covered ? null : scene;
}

/**
 * Sorts the layouts of a picture that was shown before, so that the picture looks different this time. Layouts that
 * were used less often come first, and the layout that was used last comes last.
 */
function freshFirst(names: readonly LayoutName[], used: readonly string[]): LayoutName[] {
  const times = (name: string) =>
    used.filter((each) => each === name).length + (used.at(-1) === name ? used.length : 0);
  return names.toSorted((a, b) => times(a) - times(b));
}

function layoutNames(input: ShotInput, shot: PlacedShot): LayoutName[] {
  // If the film has no texts, the end card may have nothing to show. A picture then takes its place.
  if (shot.isEndCard) return input.noText ? ['end-card', ...pictureNames(input, shot)] : ['end-card'];
  return pictureNames(input, shot);
}

const large: LayoutName[] = ['full-bleed', 'fade', 'window'];
const framedFirst: LayoutName[] = ['window', 'full-bleed', 'fade'];

/** Orders of the layouts of photos, by tone. */
const shows: Record<ShotInput['tone'], readonly [LayoutName[], ...LayoutName[][]]> = {
  bold: [large, large],
  technical: [large, framedFirst],
  elegant: [framedFirst, large],
  friendly: [framedFirst, large],
  natural: [large, framedFirst],
  playful: [framedFirst, framedFirst],
};

const hasDeal = ({ type }: ShotInput): boolean => type.has('offer') || type.has('price');

function pictureNames(input: ShotInput, { subject, usedLayouts: used }: PlacedShot): LayoutName[] {
  const { product, photo, tone, choose } = input;
  if (product !== null)
    return productLayouts({ tone, choose, isType: subject === 'type', hasDeal: hasDeal(input), used });
  if (photo === null) return ['type'];
  if (!isCroppable(photo)) return ['framed'];
  if (input.noText) return freshFirst(['photo', 'window'], used);
  const orders: readonly [LayoutName[], ...LayoutName[][]] = shows[input.tone];
  const names = input.choose('photo layouts', orders);
  // On a full-bleed photo, a price would be as small as on a still ad.
  return freshFirst(hasDeal(input) ? names.filter((name) => name !== 'full-bleed') : names, used);
}
