import { joined, type LayerOf, type Scene, thingsOf } from '../../../scene.ts';
import { photoLayer } from '../../../canvas/paint.ts';
import { groundOf, quiet, type Ground } from '../../../layouts/grounds.ts';
import { emptyScene, flat, isCroppable } from '../../../layouts/layout.ts';
import { coverSize, enlargement } from '../../../photo/crop.ts';
import { keepsInFilm } from '../../../photo/kept-subject.ts';
import { cornersHide } from '../../../layouts/round-corners.ts';
import { boostIn } from './cover-shot.ts';
import { filmUpscaleMax } from './photo-scale.ts';
import { plainGround } from '../../../photo/plain-ground.ts';
import { mostReadable } from '../../../color.ts';
import { containsShares, type CropShares } from '../../../photo/crop-shares.ts';
import type { OpenPicture } from '../../../photo/open.ts';
import { type Box, inset, bottomOf, rightOf, placedIn, topOf, wholeOf } from '../../../box.ts';
import type { LayoutInput } from '../../../composition.ts';
import type { ColorRoles } from '../../../brief.ts';
import { subjectOf } from '../subject-of.ts';
import { alignFor, shifted, wordsIn } from './words.ts';
import { tightened } from './tighter-crop.ts';

/** Photo in a window that has the shape of the brand, on a ground of one colour, with the text above, below or beside. */
export function windowShot(input: LayoutInput): Scene | null {
  const { format, photo } = input;
  if (!isCroppable(photo)) return null;
  const ground = groundOf(input.choose('window ground', ['loud', 'tinted', 'quiet'] as const), input.roles, 0.16);
  const plan = planFor(input, ground, input.choose('photo text side', sides));
  if (plan === null) return null;
  const first = windowFor(photo, plan.room, input);
  if (first === null || (input.attempt === 0 && leavesFoot(first, input))) return null;
  const shown = tightened(first, input.repeats);
  const dy = spareUnder(shown, plan, input) / 2;
  // A card before the text keeps its distance from the edge of the canvas.
  const dx = plan.side === 'end' && shown.box.x < 1 && shown.box.height < format.height ? format.margin : 0;
  const placed = { ...shown, box: { ...shown.box, x: shown.box.x + dx, y: shown.box.y + dy } };
  const words = plan.side === 'top' ? shifted(plan.words, 0, dy) : plan.words;
  return joined(emptyScene('window', format, flat(format, ground.color), placed), words);
}

/** Height under a picture, as a share of the canvas, above which the foot of the canvas looks empty. */
const footMax = 0.1;

const leavesFoot = ({ box }: Photo, input: LayoutInput): boolean =>
  input.format.zones !== null && footOf(input) - box.y - box.height > footMax * input.format.height;

/** Returns the height that a small card under a text leaves empty, so that both can stand in the middle. */
function spareUnder({ box }: Photo, { side }: Plan, { floor, format }: LayoutInput): number {
  return side === 'top' ? Math.max(0, Math.min(floor, format.safe.y + format.safe.height) - box.y - box.height) : 0;
}

/** Photo of a product on a plain ground, whole, on a canvas of the same colour, so that its edges are invisible. */
export function seamlessShot(input: LayoutInput): Scene | null {
  const { format, photo, roles, choose } = input;
  if (!isCroppable(photo)) return null;
  const color = plainGround(photo);
  if (color === null) return null;
  const plan = planFor(input, groundLike(color, roles), choose('photo text side', sides));
  const shown = plan === null ? null : wholeIn(photo, plan.room);
  if (plan === null || shown === null) return null;
  return joined(emptyScene('seamless', format, flat(format, color), shown), plan.words);
}

/** Returns a quiet ground of the given colour with texts that can be read on it. */
export function groundLike(color: string, roles: ColorRoles): Ground {
  const ink = mostReadable(color, [roles.ink, roles.surface, '#111111', '#ffffff']);
  return quiet({ ...roles, surface: color, ink });
}

/**
 * Returns all of a photo, as large as its room and its resolution allow. What the photo cuts at its foot stands at the
 * foot of the room.
 */
export function wholeIn(photo: OpenPicture, room: Box): Photo | null {
  const scale = Math.min(room.width / photo.width, room.height / photo.height, photo.scale * filmUpscaleMax);
  const { subjectBox } = photo.analysis;
  const isCut = subjectBox !== null && subjectBox.y + subjectBox.height > cutFrom;
  const size = { width: photo.width * scale, height: photo.height * scale };
  const shown = photoLayer(photo, placedIn(room, size, 0.5, isCut ? 1 : 0.5), 0);
  return isFine(shown) ? shown : null;
}

/** End of the subject, as a share of the height of a photo, from which the photo cuts it. */
const cutFrom = 0.985;

/** Photo that bleeds off three edges of the canvas, next to a ground of one colour with the text. */
export function splitShot(input: LayoutInput): Scene | null {
  const { format, photo, choose } = input;
  if (!isCroppable(photo)) return null;
  const ground = groundOf(choose('split ground', ['loud', 'quiet', 'tinted'] as const), input.roles, 0.16);
  const plan = planFor(input, ground, choose('photo text side', sides));
  if (plan === null) return null;
  const shown = bleedingIn(photo, plan.room, leastIn(photo)) ?? (plan.side === 'top' ? footIn(photo, plan.room) : null);
  if (shown === null) return null;
  const scene = emptyScene('split', format, flat(format, ground.color), tightened(shown, input.repeats));
  return joined(scene, plan.words);
}

/** Returns the photo in all of a room, or null if it is too small for the room or would lose too much of what it shows. */
export function bleedingIn(photo: OpenPicture, room: Box, least: CropShares = windowShares): Photo | null {
  if (room.width <= 0 || room.height <= 0) return null;
  const layer = photoLayer(photo, room, 0);
  return isFine(layer) && containsShares(photo, layer.crop, least) ? layer : null;
}

/** Number of heights of a photo at the foot of a room that are tried. */
const footSteps = 8;

/**
 * Returns a wide photo over the whole width at the foot of a room, as high as it can be without losing its subject. Null
 * if the photo is not wide enough, or too small.
 */
export function footIn(photo: OpenPicture, room: Box): Photo | null {
  const spare = room.height - (room.width * photo.height) / photo.width;
  if (spare <= 0) return null;
  const rooms = Array.from({ length: footSteps }, (_, step) => {
    const less = (spare * (step + 1)) / footSteps;
    return { ...room, y: room.y + less, height: room.height - less };
  });
  return rooms.map((each) => bleedingIn(photo, each, leastIn(photo))).find((layer) => layer !== null) ?? null;
}

/** Minimum shares of a photo over which the film travels: the rest comes into view. A product is shown whole. */
const tourShares = { scene: { subject: 0.5, detail: 0.3 }, product: { subject: 0.96, detail: 0.8 } } as const;

export const leastIn = (photo: OpenPicture): CropShares =>
  tourShares[subjectOf(photo) === 'product' ? 'product' : 'scene'];

/**
 * Two photos next to each other, next to a ground with the text. A photo of a product that is alone is shown twice: the
 * whole and a part of it.
 */
export function pairShot(input: LayoutInput): Scene | null {
  const { format, photo, choose } = input;
  if (!isCroppable(photo)) return null;
  const ground = groundOf(choose('pair ground', ['quiet', 'loud', 'tinted'] as const), input.roles, 0.16);
  const plan = input.noText ? alone(input) : planFor(input, ground, choose('photo text side', sides));
  const views = plan === null ? null : viewsIn(input, photo, plan.room);
  if (plan === null || views === null) return null;
  return joined(emptyScene('pair', format, flat(format, ground.color), ...views), plan.words);
}

const alone = ({ format }: LayoutInput): Plan => ({
  words: emptyScene('', format),
  room: wholeOf(format),
  side: 'top',
});

function viewsIn({ all, format, index }: LayoutInput, photo: OpenPicture, room: Box): Photo[] | null {
  const [place, otherPlace] = halvesOf(room, 0.8 * format.u);
  if (place === undefined || otherPlace === undefined) return null;
  const whole = photoLayer(photo, place, 0);
  const others = all.filter((each) => each !== photo && isCroppable(each));
  const other = others[index % Math.max(1, others.length)];
  const second = other === undefined ? partOfProduct(photo, otherPlace) : photoLayer(other, otherPlace, 0);
  const views = second === null ? [] : [whole, second];
  const areFine = views.every((each) => isFine(each) && containsShares(each.picture, each.crop, leastIn(each.picture)));
  return views.length > 0 && (areFine || other === undefined) ? views : null;
}

function partOfProduct(photo: OpenPicture, place: Box): Photo | null {
  const wide = photoLayer(photo, place, 0);
  const closer = tightened(wide, 1);
  const isWhole = containsShares(photo, wide.crop, leastIn(photo));
  return subjectOf(photo) === 'product' && closer !== wide && isWhole && isFine(wide) ? closer : null;
}

/** Divides a room across its longer side, with a gap. */
function halvesOf(room: Box, gap: number): Box[] {
  const { x, y, width, height } = room;
  if (width > height) {
    const half = (width - gap) / 2;
    return [
      { ...room, width: half },
      { ...room, x: x + half + gap, width: half },
    ];
  }
  const half = (height - gap) / 2;
  return [
    { ...room, height: half },
    { ...room, y: y + half + gap, height: half },
  ];
}

/** Sides of the text in an upright film. In a wide one, the text is before or after the photo. */
const sides = ['top', 'bottom'] as const;

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
  if (isFine(layer) && containsShares(photo, seenIn(layer), windowShares)) return layer;
  const cards = cardRatios.map((ratio) => cardIn(photo, room, { ratio, input })).filter(isFine);
  const whole = cards.filter(({ crop }) => containsShares(photo, crop, windowShares));
  return (whole.length > 0 ? whole : cards).toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? null;
}

/** Minimum shares of a photo that a window must show. */
const windowShares = { subject: 0.75, detail: 0.5 } as const;

const areaOf = ({ box }: Photo): number => box.width * box.height;

/** Returns the part of the crop that the round corners of a window do not hide, as a rectangle. */
function seenIn({ crop, box, radius }: Photo): Box {
  const hidden = (0.15 * radius * crop.width) / box.width;
  return inset(crop, Math.min(hidden, crop.width / 4, crop.height / 4));
}

type Photo = LayerOf<'photo'>;

/** Reports whether a photo keeps its subject, also in round corners, and is neither blurred nor very small. */
const isFine = ({ picture, crop, box, radius }: Photo): boolean =>
  keepsInFilm(picture, crop) &&
  cornersHide({ kind: 'photo', picture, crop, box, radius }) <= cornersMax &&
  enlargement(picture, crop, box) <= filmUpscaleMax &&
  Math.min(box.width, box.height) > 200;

/** Maximum share of the subject, 0 to 1, that the round corners of a window may hide. */
const cornersMax = 0.02;

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
  const widthMax = crop.width * photo.scale * filmUpscaleMax;
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
  /** Side of the canvas on which the text is. */
  side: 'top' | 'bottom' | 'start' | 'end';
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

function planFor(input: LayoutInput, ground: Ground, side: 'top' | 'bottom' = 'top'): Plan | null {
  if (isBeside(input)) return planBeside(input, ground, side === 'top' ? 'start' : 'end');
  const { format } = input;
  const { safe, u, width } = format;
  const align = alignFor(input);
  const area = { ...safe, height: safe.height * 0.4 };
  // In a story, the canvas below low texts would be empty, because they end above the controls of the phone.
  if (side === 'bottom' && input.captionPlace === null && format.zones === null) {
    const low = { ...area, y: safe.y + safe.height - area.height };
    const words = wordsIn(input, { area: low, ground, anchor: 'bottom', align, boost: boostIn(input.format) });
    return words && { words, room: { x: 0, y: 0, width, height: topOf(thingsOf(words), low.y) - 5 * u }, side };
  }
  const words = wordsIn(input, { area, ground, anchor: 'top', align, boost: boostIn(input.format) });
  if (words === null) return null;
  const y = bottomOf(thingsOf(words), safe.y - 6 * u) + 5 * u;
  return { words, room: { x: 0, y, width, height: footOf(input) - y }, side: 'top' };
}

const footOf = (input: LayoutInput): number => (isAboveCaptions(input) ? input.floor : input.format.height);

function planBeside(input: LayoutInput, ground: Ground, side: 'start' | 'end'): Plan | null {
  const { safe, u, width } = input.format;
  const area = { ...safe, width: safe.width * 0.44 };
  const words = wordsIn(input, { area, ground, anchor: 'middle', boost: boostIn(input.format) });
  if (words === null) return null;
  const end = rightOf(thingsOf(words), safe.x);
  const room = { x: end + 6 * u, y: 0, width: width - end - 6 * u, height: footOf(input) };
  if (side === 'start') return { words, room, side };
  return { words: shifted(words, width - end - safe.x, 0), room: { ...room, x: 0 }, side };
}

function windowIn(room: Box, shape: WindowShape, input: LayoutInput): Box {
  if (shape === 'bleed') return room;
  const inner = innerOf(room, input);
  if (shape === 'round') return inner;
  if (shape === 'disc') {
    const side = Math.min(inner.width, inner.height);
    return placedIn(inner, { width: side, height: side });
  }
  const endsAbove = room.y + room.height < input.format.height - 1;
  const isClosed = endsAbove || isAboveCaptions(input) || isBeside(input);
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
