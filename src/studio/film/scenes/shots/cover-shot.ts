import { type Box, bottomOf, inset, partOf, rightOf, topOf, wholeOf } from '../../../box.ts';
import { luminanceOf } from '../../../color.ts';
import { inFinishedAd, type LayoutInput } from '../../../composition.ts';
import { type Ground, quiet } from '../../../layouts/grounds.ts';
import { emptyScene, isCroppable } from '../../../layouts/layout.ts';
import { veilFor } from '../../../layouts/veil.ts';
import { look } from '../../../photo/analysis.ts';
import { clearCrop } from '../../../photo/clear-crop.ts';
import { cropUnder, enlargement } from '../../../photo/crop.ts';
import { keepsInFilm } from '../../../photo/kept-subject.ts';
import { hasNoSubject } from '../../../photo/no-subject.ts';
import type { OpenPicture } from '../../../photo/open.ts';
import { joined, type LayerOf, type Scene, thingsOf } from '../../../scene.ts';
import { subjectOf } from '../subject-of.ts';
import { filmUpscaleMax } from './photo-scale.ts';
import { tightened } from './tighter-crop.ts';
import { alignFor, shifted, wordsIn } from './words.ts';

type Photo = LayerOf<'photo'>;

/** Edge of the canvas at which the words are, before the scene is mirrored for right-to-left text. */
export type CoverSide = 'top' | 'bottom' | 'left' | 'right';

/** Photo over the whole canvas with the words on it, on a veil along one edge. The subject stays clear of the words. */
export function coverShot(input: LayoutInput): Scene | null {
  const { format, photo } = input;
  if (!isCroppable(photo) || input.noText) return null;
  const side = sideOf(input);
  // A person whom the network does not find has the head above.
  if (side === 'top' && hasNoSubject(photo)) return null;
  const align = isAcross(side) ? 'start' : alignFor(input);
  return covered(input, { photo, side, name: 'cover' }, (ground) => {
    const anchor = isAcross(side) ? 'middle' : side;
    const words = wordsIn(input, { area: areaAt(side, format.safe), ground, anchor, align, boost: boostIn(format) });
    if (words === null || side !== 'right') return words;
    return shifted(words, format.safe.x + format.safe.width - rightOf(thingsOf(words)), 0);
  });
}

/** Side of the words: above or below in an upright film, and before or after in a wide one. */
export function sideOf(input: LayoutInput): CoverSide {
  const side = input.choose('photo text side', ['top', 'bottom'] as const);
  return input.format.shape === 'wide' ? (side === 'top' ? 'left' : 'right') : side;
}

/** Factor of the size of the words on or beside a photo. */
export const boostIn = ({ shape }: LayoutInput['format']): number => (shape === 'wide' ? 1.3 : 1.1);

const isAcross = (side: CoverSide): side is 'left' | 'right' => side === 'left' || side === 'right';

/** Shares of the safe area that the words get: of its height, or of its width in a wide film. */
const shares = { down: 0.4, across: 0.46 } as const;

function areaAt(side: CoverSide, safe: Box): Box {
  if (isAcross(side)) return { ...safe, width: safe.width * shares.across };
  const height = safe.height * shares.down;
  return side === 'top' ? { ...safe, height } : { ...safe, y: safe.y + safe.height - height, height };
}

interface Cover {
  photo: OpenPicture;
  side: CoverSide;
  name: string;
}

/** Returns a photo over the whole canvas under words that are set in the colours of a ground, or null if they do not fit. */
export function covered(
  input: LayoutInput,
  { photo, side, name }: Cover,
  wordsOn: (ground: Ground) => Scene | null,
): Scene | null {
  const [first] = veilRoles(input);
  const words = wordsOn(first);
  const shown = words === null ? null : croppedUnder(input, photo, { words, side });
  if (words === null || shown === null) return null;
  const { ground, strength } = veilUnder(input, shown, words);
  const written = ground === first ? words : wordsOn(ground);
  if (written === null || strength > veilMax) return null;
  const veil = { kind: 'scrim', edge: side, color: ground.color, strength, ...reachOf(input, words, side) } as const;
  return joined(emptyScene(name, input.format, shown, veil), written);
}

/** The dark colours of the brand and, in a light film, its light ones. */
function veilRoles({ roles, otherRoles }: LayoutInput): [Ground, ...Ground[]] {
  const isDark = luminanceOf(roles.surface) < luminanceOf(otherRoles.surface);
  return isDark ? [quiet(roles)] : [quiet(otherRoles), quiet(roles)];
}

/** Opacity of a veil above which a photo under it could not be seen. */
const veilMax = 0.86;
/** Maximum opacity of a light veil. A stronger one looks like fog. */
const fogMax = 0.3;
/** Contrast of large type on the veil, with a reserve for the movement of the photo. */
const contrastWanted = 5.4;

interface Veil {
  ground: Ground;
  strength: number;
}

function veilUnder(input: LayoutInput, shown: Photo, words: Scene): Veil {
  const under = look(shown.picture.analysis, partUnder(shown, inset(boundsOf(words), -2 * input.format.u), input));
  const calming = Math.min(0.5, 0.2 + under.busy * 0.9 + (under.bright - under.dark) * 0.2);
  const veilIn = (ground: Ground): Veil => {
    const strength = Math.max(calming, veilFor(under, ground.colors.headline, ground.color, contrastWanted));
    return { ground, strength: Math.min(0.94, strength + 0.12 * input.attempt) };
  };
  const [dark, other] = veilRoles(input);
  const light = other === undefined ? null : veilIn(other);
  return light !== null && light.strength <= fogMax ? light : veilIn(dark);
}

function boundsOf(words: Scene): Box {
  const boxes = thingsOf(words);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), topOf(boxes)];
  return { x, y, width: rightOf(boxes) - x, height: bottomOf(boxes) - y };
}

/** Length over which a veil fades out, in u. */
const fadeU = 36;

function reachOf({ format }: LayoutInput, words: Scene, side: CoverSide): { solid: number; fade: number } {
  const { x, y, width, height } = boundsOf(words);
  const reach = { top: y + height, bottom: format.height - y, left: x + width, right: format.width - x }[side];
  return { solid: reach + format.u, fade: fadeU * format.u };
}

/** Shares of the subject that the words may cover, and of a text that may lie on it. */
const coverMax = { covered: 0.03, touched: 0.07 } as const;

/** Returns the photo with a crop whose subject is clear of the words. A photo that was shown before comes closer. */
function croppedUnder(
  input: LayoutInput,
  photo: OpenPicture,
  { words, side }: { words: Scene; side: CoverSide },
): Photo | null {
  const { format, rtl } = input;
  const boxes = thingsOf(words).map((box) => inset(box, -2 * format.u));
  const seen = boxes.map((box) => partOf(inFinishedAd(box, input), format));
  const spot = spots[side];
  const found = clearCrop(photo, format, { clear: seen, spot: rtl ? [1 - spot[0], spot[1]] : spot });
  const wide: Photo = { kind: 'photo', box: wholeOf(format), picture: photo, crop: found.crop, radius: 0 };
  const isFine = (layer: Photo) => isSharpEnough(layer) && isClear(layer, boxes, input);
  if (!isFine(wide)) return null;
  const closer = tightened(wide, input.repeats);
  return isFine(closer) ? closer : wide;
}

/** Places of the subject opposite to the words. */
const spots = { top: [0.5, 0.68], bottom: [0.5, 0.34], left: [0.7, 0.5], right: [0.3, 0.5] } as const;

const isSharpEnough = ({ picture, crop, box }: Photo): boolean => enlargement(picture, crop, box) <= filmUpscaleMax;

function isClear(layer: Photo, boxes: readonly Box[], input: LayoutInput): boolean {
  const { picture, crop } = layer;
  const { subject } = picture.analysis;
  if (!keepsInFilm(picture, crop)) return false;
  if (hasNoSubject(picture)) return true;
  if (!hasAir(layer)) return false;
  const inCrop = Math.max(1e-6, subject.in(partOf(crop, picture)));
  const under = boxes.map((box) => partOf(partUnder(layer, box, input), picture));
  const covered = under.reduce((sum, part) => sum + subject.in(part), 0) / inCrop;
  return covered <= coverMax.covered && under.every((part) => subject.share(part) <= coverMax.touched);
}

/** Distance of a product from the edges of the canvas, as a share of the canvas. The film comes closer to it. */
const air = 0.05;

/** Reports whether a product does not come near the edges of the canvas at the sides. */
function hasAir({ picture, crop }: Photo): boolean {
  const product = picture.analysis.subjectBox;
  if (subjectOf(picture) !== 'product' || product === null) return true;
  const { x, width } = partOf(crop, picture);
  return product.x >= x + air * width && product.x + product.width <= x + width * (1 - air);
}

const partUnder = (photo: Photo, box: Box, input: LayoutInput): Box => cropUnder(photo, inFinishedAd(box, input));
