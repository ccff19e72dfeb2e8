import { joined, type LayerOf, type Scene, thingsOf } from '../../../scene.ts';
import { photoLayer } from '../../../canvas/paint.ts';
import { groundOf, type Ground } from '../../../layouts/grounds.ts';
import { emptyScene, flat, isCroppable } from '../../../layouts/layout.ts';
import { coverSize, enlargement, showsWell, upscaleMax } from '../../../photo/crop.ts';
import { containsShares } from '../../../photo/crop-shares.ts';
import type { OpenPicture } from '../../../photo/open.ts';
import { type Box, inset, bottomOf, rightOf, placedIn } from '../../../box.ts';
import type { LayoutInput } from '../../../composition.ts';
import { alignFor, wordsIn } from './words.ts';
import { tightened } from './tighter-crop.ts';

/** Photo in a window that has the shape of the brand, on a ground of one colour, with the text above or beside it. */
export function windowShot(input: LayoutInput): Scene | null {
  const { format, photo } = input;
  if (!isCroppable(photo)) return null;
  const ground = groundOf(input.choose('window ground', ['loud', 'tinted', 'quiet'] as const), input.roles, 0.16);
  const plan = planFor(input, ground);
  if (plan === null) return null;
  const first = windowFor(photo, plan.room, input);
  if (first === null) return null;
  const scene = emptyScene('window', format, flat(format, ground.color), tightened(first, input.repeats));
  return joined(scene, plan.words);
}

type WindowShape = 'arch' | 'disc' | 'round' | 'bleed';

const windowShapes = { disc: 'disc', arch: 'arch', round: 'round', slab: 'bleed' } as const satisfies Record<
  LayoutInput['shape'],
  WindowShape
>;

/**
 * Returns the photo in a window, or as a card if it is too small for the window or would lose too much of what it shows.
 * The last card shows the whole photo.
 */
export function windowFor(photo: OpenPicture, room: Box, input: LayoutInput): Photo | null {
  const shape = windowShapes[input.shape];
  const window = windowIn(room, shape, input);
  const layer = photoLayer(photo, window, radiusOf(window, shape, input));
  if (isSharp(layer) && containsShares(photo, seenIn(layer), windowShares)) return layer;
  const cards = cardRatios.map((ratio) => cardIn(photo, room, { ratio, input })).filter(isSharp);
  const whole = cards.filter(({ crop }) => containsShares(photo, crop, windowShares));
  return (whole.length > 0 ? whole : cards).toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? null;
}

/** Minimum shares of a photo that a window must show. */
const windowShares = { subject: 0.75, detail: 0.7 } as const;

const areaOf = ({ box }: Photo): number => box.width * box.height;

/** Returns the part of the crop that the round corners of a window do not hide, as a rectangle. */
function seenIn({ crop, box, radius }: Photo): Box {
  const hidden = (0.15 * radius * crop.width) / box.width;
  return inset(crop, Math.min(hidden, crop.width / 4, crop.height / 4));
}

type Photo = LayerOf<'photo'>;

const isSharp = ({ picture, crop, box }: Photo): boolean =>
  showsWell(picture, crop) && enlargement(picture, crop, box) <= upscaleMax && Math.min(box.width, box.height) > 200;

/** Ratios of width to height of a card. The last card has the shape of the photo. */
const cardRatios = [0.8, 1, 1.25, 'photo'] as const;

interface Card {
  ratio: number | 'photo';
  input: LayoutInput;
}

function cardIn(photo: OpenPicture, room: Box, { ratio: wanted, input }: Card): Photo {
  const { format } = input;
  const { margin } = format;
  const isWide = isBeside(input);
  const ratio = wanted === 'photo' ? photo.width / photo.height : wanted;
  const inner = isWide
    ? { ...room, y: margin, width: room.width - margin, height: Math.min(room.height, input.floor) - 2 * margin }
    : {
        x: margin,
        y: room.y,
        width: format.width - 2 * margin,
        height: Math.min(room.y + room.height, input.floor) - room.y,
      };
  const crop = coverSize(photo, { width: ratio, height: 1 });
  const widthMax = crop.width * photo.scale * upscaleMax;
  const width = Math.min(inner.width, inner.height * ratio, widthMax);
  const height = width / ratio;
  // A card that is lower than its room is placed nearer to the text than to the lower edge of the canvas.
  const box = placedIn(inner, { width, height }, 0.5, isWide ? 0.5 : 0.3);
  const radius = input.tone === 'elegant' ? 0 : radiusOf(box, 'round', input);
  return photoLayer(photo, box, radius);
}

interface Plan {
  words: Scene;
  room: Box;
}

/**
 * Reports whether the photo ends above the captions. In the first try, captions may lie on the lower part of a photo,
 * except in a wide film.
 */
const isAboveCaptions = ({ captionPlace, attempt, format }: LayoutInput): boolean =>
  captionPlace !== null && (attempt > 0 || format.shape === 'wide');

/** Ratio of width to height below which a photo is shown beside the text of a square film. */
const uprightMax = 0.85;

/** Reports whether the text is beside the photo, and not above it. */
export const isBeside = ({ format, photo, captionPlace }: LayoutInput): boolean =>
  format.shape === 'wide' ||
  (format.shape === 'square' && captionPlace === null && photo !== null && photo.width < uprightMax * photo.height);

function planFor(input: LayoutInput, ground: Ground): Plan | null {
  const { format } = input;
  const { safe, u, width, height } = format;
  if (isBeside(input)) {
    const area = { ...safe, width: safe.width * 0.44 };
    const words = wordsIn(input, { area, ground, anchor: 'middle', boost: 1.05 });
    if (words === null) return null;
    const x = rightOf(thingsOf(words), safe.x) + 6 * u;
    return { words, room: { x, y: 0, width: width - x, height: isAboveCaptions(input) ? input.floor : height } };
  }
  const align = alignFor(input);
  const area = { ...safe, height: safe.height * 0.4 };
  const words = wordsIn(input, { area, ground, anchor: 'top', align, boost: 1.05 });
  if (words === null) return null;
  const y = bottomOf(thingsOf(words), safe.y - 6 * u) + 5 * u;
  return { words, room: { x: 0, y, width, height: (isAboveCaptions(input) ? input.floor : height) - y } };
}

function windowIn(room: Box, shape: WindowShape, input: LayoutInput): Box {
  if (shape === 'bleed') return room;
  const inner = innerOf(room, input);
  if (shape === 'round') return inner;
  if (shape === 'disc') {
    const side = Math.min(inner.width, inner.height);
    return placedIn(inner, { width: side, height: side });
  }
  const isClosed = isAboveCaptions(input) || isBeside(input);
  // The lower end of an arch is below the canvas, because the window is round at both ends.
  return isClosed ? inner : { ...inner, height: room.y + room.height - inner.y + inner.width / 2 };
}

function innerOf(room: Box, input: LayoutInput): Box {
  const { u, margin } = input.format;
  if (isBeside(input)) {
    return { x: room.x, y: room.y + margin, width: room.width - margin, height: room.height - 2 * margin };
  }
  const foot = isAboveCaptions(input) ? 2 * u : margin;
  return { x: room.x + margin, y: room.y, width: room.width - 2 * margin, height: room.height - foot };
}

function radiusOf(box: Box, shape: WindowShape, { format, tone }: LayoutInput): number {
  if (shape === 'bleed') return 0;
  if (shape === 'round') return tone === 'technical' || tone === 'bold' ? 1.5 * format.u : 5 * format.u;
  return Math.min(box.width, box.height) / 2;
}
