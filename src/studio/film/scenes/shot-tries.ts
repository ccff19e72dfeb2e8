import { intersection, partOf, flipped } from '../../box.ts';
import { type Composition, lastResort, type LayoutInput } from '../../composition.ts';
import { type Candidate, inRounds } from '../../first-that-passes.ts';
import { isCroppable } from '../../layouts/layout.ts';
import { plainLastSteps, plainTries, plainWithPicture } from '../../layouts/plain.ts';
import { statement } from '../../layouts/statement.ts';
import { cropUnder } from '../../photo/crop.ts';
import type { Scene } from '../../scene.ts';
import type { PlacedShot } from './shot-input.ts';
import { subjectOf } from './subject-of.ts';
import { type ShotName, shots } from './shots/registry.ts';
import { freshFirst, movedUp, type PhotoLayout, productLayouts } from './storyboard.ts';

/**
 * Returns all ways to lay out a shot, in the order in which they are tried: layouts that show what the shot is meant to
 * show, such as its picture, and then layouts of text alone and plain ads. A word is broken rather than a picture left
 * out. The last one draws shapes in the brand's colours and passes every check.
 */
export function shotTries(input: LayoutInput, shot: PlacedShot): Candidate[] {
  const compositions = wantedLayouts(input, shot);
  const wanted = [0, 1, lastResort].flatMap((attempt) => compositions.map((composition) => ({ composition, attempt })));
  const typed = input.noText || shot.isEndCard ? [] : [{ name: 'type', draw: shots.type }, statement];
  const hasPicture = input.photo !== null || input.product !== null;
  const simple = [
    ...[0, 1].flatMap((attempt) => typed.map((composition) => ({ composition, attempt }))),
    ...plainTries([...(hasPicture ? plainWithPicture : []), ...plainLastSteps], input),
  ];
  return [
    ...inRounds(wanted, ['whole', 'broken']),
    ...inRounds(simple, ['whole', 'broken']),
    ...inRounds([...wanted, ...simple], ['shortened']),
  ];
}

const wantedLayouts = (input: LayoutInput, shot: PlacedShot): Composition[] =>
  layoutNames(input, shot).map((name) => ({
    name,
    draw: (given) => withoutCoveredSubject(shots[name](given), given),
  }));

/** Maximum share of the place of the captions that may lie on the subject of a photo. */
const captionOnSubjectMax = 0.15;

function withoutCoveredSubject(scene: Scene | null, { captionPlace, rtl }: LayoutInput): Scene | null {
  if (scene === null || captionPlace === null) return scene;
  // A scene for right-to-left text is mirrored later, but its photos are not.
  const seen = rtl ? flipped(captionPlace, scene.width) : captionPlace;
  const covered = scene.layers.some((layer) => {
    if (layer.kind !== 'photo') return false;
    const place = intersection(layer.box, seen);
    if (place.width * place.height === 0) return false;
    const { picture } = layer;
    return picture.analysis.subject.share(partOf(cropUnder(layer, place), picture)) > captionOnSubjectMax;
  });
  return covered ? null : scene;
}

/** Layouts of clips. A clip that covers the canvas is worth most. */
const clipLayouts = { worded: ['cover', 'fade', 'split', 'window'], wordless: ['photo', 'window'] } as const;

function layoutNames(input: LayoutInput, shot: PlacedShot): ShotName[] {
  if (shot.clip !== null) return [...clipLayouts[input.noText ? 'wordless' : 'worded']];
  // If the film has no texts, the end card may have nothing to show. A picture then takes its place.
  if (shot.isEndCard) return input.noText ? ['end-card', ...pictureNames(input, shot)] : ['end-card'];
  return pictureNames(input, shot);
}

/** Orders of the layouts of photos with words. A photo that covers the canvas is worth most. */
const photoOrders: readonly [PhotoLayout[], ...PhotoLayout[][]] = [
  ['cover', 'split', 'pair', 'fade', 'window'],
  ['cover', 'pair', 'split', 'fade', 'window'],
];

/** Reports whether a layout places its text as others do, so that the text stays in its place at a cut. */
const keepsText = (name: PhotoLayout): boolean => ['seamless', 'cover', 'split', 'pair', 'window'].includes(name);

/** Reports whether a layout shows the whole subject of a photo. */
const showsAll = (name: PhotoLayout): boolean => name === 'seamless' || name === 'cover' || name === 'window';

/** Returns a function that reports whether a layout of a photo is tried first. */
function firstFor(
  { needsWhole, isHeld, holds, picture, textSide, last }: PlacedShot,
  { zones }: LayoutInput['format'],
): (name: PhotoLayout) => boolean {
  // In a story, only a photo that covers the canvas has its text at the foot.
  const isLow = zones !== null && textSide === 'bottom';
  if (isHeld && isLow) return (name) => keepsText(name) && (name === 'cover') === (last === 'cover');
  if (needsWhole && picture !== null && subjectOf(picture.picture) === 'product') return showsAll;
  return isHeld || holds ? keepsText : () => true;
}

const hasDeal = ({ type }: LayoutInput): boolean => type.has('offer') || type.has('price');

function pictureNames(input: LayoutInput, shot: PlacedShot): ShotName[] {
  const { product, photo, tone, choose, noText } = input;
  const { subject, usedLayouts: used, last, needsWhole, isHeld, holds } = shot;
  if (product !== null) {
    const wanted = { isType: subject === 'type', hasDeal: hasDeal(input), sharesText: isHeld || holds };
    return productLayouts({ tone, choose, ...wanted, needsWhole, isWordless: noText, used, last });
  }
  if (photo === null) return ['type'];
  if (!isCroppable(photo)) return ['framed'];
  if (noText) return [...freshFirst<PhotoLayout>(['tour', 'closer', 'pair'], { used, last }), 'photo', 'window'];
  const order = freshFirst(['seamless', ...choose('photo layouts', photoOrders)], { used, last });
  // Without edges, a photo looks best; a new one may follow another one like that.
  const isFirst = (name: PhotoLayout): boolean => used.length === 0 && (name === 'seamless' || name === 'cover');
  return movedUp(movedUp(order, isFirst), firstFor(shot, input.format));
}
