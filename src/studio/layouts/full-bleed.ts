import type { ColorRoles } from '../brief.ts';
import { look } from '../photo/analysis.ts';
import { type ClearCrop, clearCrop } from '../photo/clear-crop.ts';
import { cropUnder, enlargement, photoUpscaleMax } from '../photo/crop.ts';
import type { OpenPicture } from '../photo/open.ts';
import { type Scene, joined, type LayerOf } from '../scene.ts';
import { type Box, contains, type Edge, inset, partOf, wholeOf } from '../box.ts';
import type { Shape, Format } from '../format.ts';
import { type Stack, stack } from '../text/stack.ts';
import { inFinishedAd, lastResort, type LayoutInput } from '../composition.ts';
import { buttonFor, emptyScene, isCroppable, type Layout, wordiness } from './layout.ts';
import { askedHero } from './hero.ts';
import { type Mark } from './mark.ts';
import { freeCorner, markBeside, markOn } from './photo-mark.ts';
import { besideSubject, isAside, isLight, scrimFor, type LookUnder, type Themed, themed, washOf } from './veil.ts';

/**
 * Layout with a photo that covers the whole canvas. The text is on a calm side of the photo, away from the photo's
 * subject. A translucent layer between photo and text gives the text enough contrast.
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

/** Factors for the size of the headline. They are tried in this order until no text lies on the photo's subject. */
const yielding = [1, 0.84, 0.7] as const;

function onSide(input: LayoutInput, photo: OpenPicture, side: Edge): Attempt | null {
  for (const part of yielding) {
    const made = attempt(input, photo, { side, part });
    if (made !== null) return { ...made, cost: made.cost + (1 - part) };
  }
  return null;
}

/**
 * Height that is kept free above or below the text for the logo or brand name, in type units (1 % of the canvas's short
 * side, more on long canvases).
 */
const markRoom = 13;

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

interface Attempt {
  scene: Scene;
  cost: number;
}

/** Maximum share of the photo's subject, 0 to 1, that may lie under text. */
const coveredMax = 0.01;
/** Maximum share of a single text or button, 0 to 1, that may lie on the photo's subject. */
const touchedMax = 0.02;
/**
 * Maximum mean busyness (amount of detail, 0 to 1) of the photo under the text. A side of the photo with more detail is
 * not used for text.
 */
const busyMax = 0.3;

interface Try {
  side: Edge;
  part: number;
}

function attempt(input: LayoutInput, photo: OpenPicture, { side, part }: Try): Attempt | null {
  const { zone, spot } = zoneOf(input, { side, part });
  const columns = input.noText ? [] : columnsIn(input, zone, { side, part });
  if (columns === null) return null;
  const words = columns.slice(0, 1).flatMap((column) => wordsOf(input.format, column));
  const target = { clear: words.map((box) => seenIn(box, input)), spot: seenSpot(spot, input) };
  const found = clearCrop(photo, input.format, target);
  if (input.noText ? !found.isWhole : !isClear(found)) return null;
  const { crop, covered, kept } = found;
  const picture = { kind: 'photo', box: wholeOf(input.format), picture: photo, crop, radius: 0 } as const;
  if (enlargement(photo, crop, picture.box) > photoUpscaleMax) return null;
  const made = onPhoto(input, picture, { zone, columns, side });
  return made === null ? null : { ...made, cost: made.cost + (1 - kept) + covered * 4 };
}

const isClear = ({ covered, touched, isWhole }: ClearCrop) => covered <= coveredMax && touched <= touchedMax && isWhole;

function onPhoto(
  input: LayoutInput,
  picture: LayerOf<'photo'>,
  { zone, columns, side }: { zone: Box; columns: readonly Stack[]; side: Edge },
): Attempt | null {
  const { analysis } = picture.picture;
  const seen = (box: Box) => {
    const under = partUnder(picture, box, input);
    return { ...look(analysis, under), onSubject: analysis.subject.share(partOf(under, picture.picture)) };
  };
  const scene = emptyScene('full-bleed', input.format, picture);
  if (input.noText) {
    const corner = freeCorner(input, 'bottom', seen) ?? 'top-start';
    const mark = markOn(input, { side: 'bottom', corner, roles: input.roles, seen }, scene);
    if (mark !== null) joined(scene, mark);
    return { scene, cost: seen(zone).busy };
  }
  const best = themed(input, columns, side, seen);
  if (best === null || seen(best.column.bounds).busy > busyMax) return null;
  const inCrop = analysis.subject.in(partOf(picture.crop, picture.picture));
  const subjectUnder = (box: Box) =>
    inCrop <= 0 ? 0 : analysis.subject.in(partOf(partUnder(picture, box, input), picture.picture)) / inCrop;
  return written(input, scene, { best, side }, { seen, subjectUnder });
}

interface PhotoMeasures {
  seen: LookUnder;
  subjectUnder: (box: Box) => number;
}

/**
 * Returns the boxes that must not lie on the photo's subject: the texts and buttons, each enlarged on all sides by 3 %
 * of the canvas's short side. A text inside a button has no box of its own.
 */
export function wordsOf({ u }: Pick<Format, 'u'>, { texts, layers }: Pick<Stack, 'texts' | 'layers'>): Box[] {
  const buttons = layers.flatMap((layer) => ('box' in layer ? [layer.box] : []));
  const alone = texts.map(({ box }) => box).filter((box) => !buttons.some((button) => contains(button, box)));
  return [...alone, ...buttons].map((box) => inset(box, -3 * u));
}

const seenIn = (box: Box, input: LayoutInput): Box => partOf(inFinishedAd(box, input), input.format);

const seenSpot = ([x, y]: [number, number], { rtl }: LayoutInput): [number, number] => [rtl ? 1 - x : x, y];

/**
 * Returns the maximum share of the photo, 0 to 1, that a translucent layer may hide. A bright layer may hide less than
 * a dark layer, because a bright layer is more conspicuous.
 */
const washLimit = (roles: ColorRoles) => (isLight(roles) ? 0.3 : 0.46);

/**
 * Draws the texts over the photo. Returns null if the logo or brand name would lie on the photo's subject. Also returns
 * null, except in the last try of this layout, if the translucent layer would hide too much of the photo.
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
  if (mark !== null) joined(scene, mark);
  joined(scene, best.column);
  // If two sides of the photo are equally calm, the text goes to the left or to the bottom, which suits the reading
  // order.
  const habit = side === 'right' || side === 'top' ? 0.04 : 0;
  return { scene, cost: wash * 0.6 + seen(best.column.bounds).busy * 2 + habit };
}

function markFor(
  input: LayoutInput,
  scene: Scene,
  { best, side }: { best: Themed; side: Edge },
  seen: LookUnder,
): Mark | 'covered' | null {
  const beside = isAside(side) ? null : markBeside(input, best, seen);
  if (beside !== null) return beside;
  const corner = freeCorner(input, side, seen);
  return corner === null ? 'covered' : markOn(input, { side, corner, roles: best.roles, seen }, scene);
}

function partUnder(picture: LayerOf<'photo'>, box: Box, input: LayoutInput): Box {
  return cropUnder(picture, inFinishedAd(box, input));
}

function columnsIn(input: LayoutInput, zone: Box, { side, part }: { side: Edge; part: number }): Stack[] | null {
  const { type, format, tone, roles, otherRoles } = input;
  const { boost, ...hero } = askedHero(input);
  const aside = format.shape === 'banner' ? 'middle' : 'bottom';
  const columns = [roles, otherRoles].map(({ ink, primary, onPrimary }) =>
    stack(type, format, {
      zone,
      anchor: isAside(side) ? aside : side,
      align: 'start',
      colors: { headline: ink, support: ink, offer: ink, button: { fill: primary, text: onPrimary } },
      button: buttonFor(tone),
      ...hero,
      boost: boosts[format.shape] * part * boost,
      spread: format.shape === 'banner',
    }),
  );
  return columns.every((column) => column !== null) ? columns : null;
}

/**
 * Factors for the size of the headline, by shape of the canvas. On an upright canvas, a smaller headline leaves more of
 * the photo free of the translucent layer behind the text.
 */
const boosts: Record<Shape, number> = { skyscraper: 0.86, tall: 0.86, square: 0.86, wide: 1, banner: 1.25 };
