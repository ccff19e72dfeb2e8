import type { ColorRoles, Picture } from '../brief.ts';
import { look } from '../photo/analysis.ts';
import { type ClearCrop, clearCrop } from '../photo/clear-crop.ts';
import { enlargement, upscaleMax } from '../photo/crop.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Layer, Scene } from '../scene.ts';
import { type Box, contains, type Edge, inset, partOf } from '../box.ts';
import type { Shape, Format } from '../format.ts';
import { type Stack, stack } from '../text/stack.ts';
import { buttonFor, emptyScene, isCroppable, type Layout, type LayoutInput, wordiness } from './layout.ts';
import { addMark, type Mark } from './mark.ts';
import { freeCorner, markBeside, markOn } from './photo-mark.ts';
import { besideSubject, isAside, isLight, scrimFor, type Seen, type Themed, themed, washOf } from './veil.ts';

/**
 * The photo covers the canvas. The text is on a calm side of the photo, off its subject, over a veil (a translucent
 * layer) that is as strong as the contrast of the text requires.
 */
export const fullBleed: Layout = {
  name: 'full-bleed',
  suits: (_, { photo }) => (isCroppable(photo) ? 1.12 : 0),
  draw(input) {
    const { photo, format } = input;
    if (photo === null) return null;
    const tries = sidesOf[format.shape].map((side) => onSide(input, photo, side)).filter((each) => each !== null);
    return tries.sort((a, b) => a.cost - b.cost)[0]?.scene ?? null;
  },
};

const sidesOf: Record<Shape, readonly Edge[]> = {
  skyscraper: ['bottom', 'top'],
  tall: ['bottom', 'top'],
  square: ['bottom', 'top', 'left', 'right'],
  wide: ['left', 'right'],
  banner: ['left', 'right'],
};

/** Scales of the headline, tried in order until the text does not lie on the subject of the photo. */
const yielding = [1, 0.84, 0.7] as const;

function onSide(input: LayoutInput, photo: OpenPicture, side: Edge): Attempt | null {
  for (const part of yielding) {
    const made = attempt(input, photo, { side, part });
    if (made !== null) return { ...made, cost: made.cost + (1 - part) };
  }
  return null;
}

/** Height of the room for the mark (logo or brand name) above or below the text, in type units. */
const markRoom = 13;

/** Returns the box for the text, and the place on the canvas where the photo's focus should be. */
function zoneOf(input: LayoutInput, { side, part }: Try): { zone: Box; spot: [number, number] } {
  const isWordy = wordiness(input) > 190;
  if (isAside(side)) return zoneAside(input.format, side, part * (isWordy ? 1.2 : 1));
  const { safe, type } = input.format;
  const height = Math.min(safe.height - markRoom * type, safe.height * (isWordy ? 0.8 : 0.56));
  const y = side === 'top' ? safe.y : safe.y + safe.height - height;
  return { zone: { x: safe.x, y, width: safe.width, height }, spot: [0.5, side === 'top' ? 0.7 : 0.34] };
}

function zoneAside({ safe, shape, type }: Format, side: Edge, part: number): { zone: Box; spot: [number, number] } {
  const width = safe.width * (shape === 'banner' ? 0.44 : 0.47) * part;
  const head = shape === 'banner' ? 0 : markRoom * type;
  const x = side === 'left' ? safe.x : safe.x + safe.width - width;
  return {
    zone: { x, y: safe.y + head, width, height: safe.height - head },
    spot: [side === 'left' ? 0.73 : 0.27, 0.5],
  };
}

/**
 * Value of `LayoutInput.attempt` when a layout is tried for the third time: after all layouts with a picture were tried
 * twice, and before the plain ads.
 */
export const lastResort = 2;

interface Attempt {
  scene: Scene;
  cost: number;
}

/** Largest share of the subject that may lie under text. */
const coveredMax = 0.01;
/** Largest share of one text or button that may lie on the subject. */
const touchedMax = 0.02;
/**
 * Least share of the subject that must be in the crop: nearly all of a product, but a person or a table may extend
 * beyond the edge.
 */
const keptMin = (role: Picture['role']) => (role === 'product' ? 0.985 : 0.72);
/**
 * Largest mean busyness, 0 to 1, of the photo under the text. A busier side of the photo is not calm enough for text.
 */
const busyMax = 0.3;

interface Try {
  side: Edge;
  /** Scale of the headline; 1 is the usual size. */
  part: number;
}

function attempt(input: LayoutInput, photo: OpenPicture, { side, part }: Try): Attempt | null {
  const { zone, spot } = zoneOf(input, { side, part });
  const columns = input.noText ? [] : columnsIn(input, zone, { side, part });
  if (columns === null) return null;
  const words = columns.slice(0, 1).flatMap((column) => wordsOf(input.format, column));
  const target = { clear: words.map((box) => seenIn(box, input)), spot: seenSpot(spot, input) };
  const found = clearCrop(photo, input.format, target);
  if (input.noText ? found.cuts : !isClear(found, photo)) return null;
  const { crop, covered, kept } = found;
  const picture = { kind: 'photo', box: wholeOf(input.format), picture: photo, crop, radius: 0 } as const;
  if (enlargement(photo, crop, picture.box) > upscaleMax) return null;
  const made = onPhoto(input, picture, { zone, columns, side });
  return made === null ? null : { ...made, cost: made.cost + (1 - kept) + covered * 4 };
}

const isClear = ({ covered, touched, kept, cuts }: ClearCrop, { role }: OpenPicture) =>
  covered <= coveredMax && touched <= touchedMax && kept >= keptMin(role) && !cuts;

function onPhoto(
  input: LayoutInput,
  picture: Extract<Layer, { kind: 'photo' }>,
  { zone, columns, side }: { zone: Box; columns: readonly Stack[]; side: Edge },
): Attempt | null {
  const { analysis } = picture.picture;
  const seen = (box: Box) => {
    const under = partUnder(picture, box, input);
    return { ...look(analysis, under), onSubject: analysis.subject.share(partOf(under, picture.picture)) };
  };
  const scene = emptyScene('full-bleed', input.format);
  scene.layers.push(picture);
  if (input.noText) {
    const corner = freeCorner(input, 'bottom', seen) ?? 'top-start';
    addMark(scene, markOn(input, { side: 'bottom', corner, roles: input.roles, seen }, scene));
    return { scene, cost: seen(zone).busy };
  }
  const best = themed(input, columns, side, seen);
  if (best === null || seen(best.column.bounds).busy > busyMax) return null;
  const inCrop = analysis.subject.in(partOf(picture.crop, picture.picture));
  const subjectUnder = (box: Box) =>
    inCrop <= 0 ? 0 : analysis.subject.in(partOf(partUnder(picture, box, input), picture.picture)) / inCrop;
  return written(input, scene, { best, side }, { seen, subjectUnder });
}

/** Functions that measure the photo under a box of the canvas. */
interface PhotoMeasures {
  seen: Seen;
  /** Returns the share of the subject, of its part inside the crop, that lies under the box. */
  subjectUnder: (box: Box) => number;
}

const wholeOf = ({ width, height }: Format): Box => ({ x: 0, y: 0, width, height });

/**
 * Returns the boxes that must not lie on the subject: texts and buttons, enlarged by 3u (u is 1 % of the short side).
 * The text in a button is part of the button.
 */
export function wordsOf({ u }: Pick<Format, 'u'>, { texts, layers }: Pick<Stack, 'texts' | 'layers'>): Box[] {
  const buttons = layers.flatMap((layer) => ('box' in layer ? [layer.box] : []));
  const alone = texts.map(({ box }) => box).filter((box) => !buttons.some((button) => contains(button, box)));
  return [...alone, ...buttons].map((box) => inset(box, -3 * u));
}

/** Returns a box in parts of the canvas, mirrored if the scene will be mirrored. */
function seenIn(box: Box, { rtl, format }: LayoutInput): Box {
  const { width, height } = format;
  const x = rtl ? width - box.x - box.width : box.x;
  return { x: x / width, y: box.y / height, width: box.width / width, height: box.height / height };
}

const seenSpot = ([x, y]: [number, number], { rtl }: LayoutInput): [number, number] => [rtl ? 1 - x : x, y];

/**
 * Largest share of the photo that a veil (a translucent layer) may cover: less for a bright veil than for a dark one.
 */
const washLimit = (roles: ColorRoles) => (isLight(roles) ? 0.3 : 0.46);

/**
 * Draws veil (a translucent layer), mark (logo or brand name) and column of text over the photo. Returns null if the
 * mark has no place off the subject, or if the veil covers too much of the photo and this is not the last try.
 */
function written(
  input: LayoutInput,
  scene: Scene,
  { best, side }: { best: Themed; side: Edge },
  { seen, subjectUnder }: PhotoMeasures,
): Attempt | null {
  const scrim = best.veil > 0 ? besideSubject(scrimFor(input.format, side, best), input, subjectUnder) : null;
  const wash = scrim === null ? 0 : washOf(scrim, input.format);
  if (wash > washLimit(best.roles) && input.attempt < lastResort) return null;
  if (scrim !== null) scene.layers.push(scrim);
  const mark = markFor(input, scene, { best, side }, seen);
  if (mark === 'covered') return null;
  addMark(scene, mark);
  scene.layers.push(...best.column.layers);
  scene.texts.push(...best.column.texts);
  scene.dropped.push(...best.column.dropped);
  // Reading order: prefers left and bottom if both sides are as calm.
  const habit = side === 'right' || side === 'top' ? 0.04 : 0;
  return { scene, cost: wash * 0.6 + seen(best.column.bounds).busy * 2 + habit };
}

/**
 * Puts the mark (logo or brand name) beside the foot of the column of text, else in a free corner. Returns `covered` if
 * the mark would lie on the subject.
 */
function markFor(
  input: LayoutInput,
  scene: Scene,
  { best, side }: { best: Themed; side: Edge },
  seen: Seen,
): Mark | 'covered' | null {
  const beside = isAside(side) ? null : markBeside(input, best, seen);
  if (beside !== null) return beside;
  const corner = freeCorner(input, side, seen);
  return corner === null ? 'covered' : markOn(input, { side, corner, roles: best.roles, seen }, scene);
}

/** Returns the part of the photo that lies under a box of the canvas, in pixels of the photo. */
function partUnder(picture: Extract<Layer, { kind: 'photo' }>, box: Box, { rtl, format }: LayoutInput): Box {
  const { crop } = picture;
  const x = rtl ? format.width - box.x - box.width : box.x;
  const [sx, sy] = [crop.width / format.width, crop.height / format.height];
  return { x: crop.x + x * sx, y: crop.y + box.y * sy, width: box.width * sx, height: box.height * sy };
}

/**
 * Returns the column of text twice: in the colours of the theme that the ad uses first and of the other theme. Returns
 * null if the column does not fit.
 */
function columnsIn(
  { type, format, tone, roles, otherRoles }: LayoutInput,
  zone: Box,
  { side, part }: { side: Edge; part: number },
): Stack[] | null {
  const aside = format.shape === 'banner' ? 'middle' : 'bottom';
  const columns = [roles, otherRoles].map(({ ink, primary, onPrimary }) =>
    stack(type, format, {
      zone,
      anchor: isAside(side) ? aside : side,
      align: 'start',
      colors: { headline: ink, support: ink, offer: ink, button: { fill: primary, text: onPrimary } },
      button: buttonFor(tone),
      boost: boosts[format.shape] * part,
      spread: format.shape === 'banner',
    }),
  );
  return columns.every((column) => column !== null) ? columns : null;
}

/**
 * Scale of headlines. On an upright canvas a smaller headline leaves more of the photo without a veil (a translucent
 * layer).
 */
const boosts: Record<Shape, number> = { skyscraper: 0.86, tall: 0.86, square: 0.86, wide: 1, banner: 1.25 };
