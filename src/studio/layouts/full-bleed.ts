import type { ColorRoles } from '../brief.ts';
import { luminanceOf } from '../color.ts';
import { type Look, look } from '../photo/analysis.ts';
import { clearCrop } from '../photo/clear-crop.ts';
import { enlargement, upscaleMax } from '../photo/crop.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Box, Edge, Layer, Scene } from '../scene.ts';
import type { Shape, Stage } from '../stage.ts';
import { type Stack, stack } from '../text/stack.ts';
import { isFree, levelWith } from './field.ts';
import { buttonFor, emptyScene, isCroppable, type Layout, type LayoutInput, wordiness } from './layout.ts';
import { addMark, type Corner, type Mark, markIn } from './mark.ts';
import { grown, isLight, scrimFor, type Seen, type Themed, themed, veilFor, washOf } from './veil.ts';

/** The photo is the ad: edge to edge, text on its calm side and off its subject, as much veil as the reading needs. */
export const fullBleed: Layout = {
  name: 'full-bleed',
  suits: (_, { photo }) => (isCroppable(photo) ? 1.12 : 0),
  draw(input) {
    const { photo, stage } = input;
    if (photo === null) return null;
    const tries = sidesOf[stage.shape].map((side) => onSide(input, photo, side)).filter((each) => each !== null);
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

/** Parts of its usual size the headline may come down to for the subject's sake. */
const yielding = [1, 0.84, 0.7] as const;

function onSide(input: LayoutInput, photo: OpenPicture, side: Edge): Attempt | null {
  for (const part of yielding) {
    const made = attempt(input, photo, { side, part });
    if (made !== null) return { ...made, cost: made.cost + (1 - part) };
  }
  return null;
}

/** Kept free for the mark above or below the text, in type units. */
const markRoom = 13;

/** Room for the text, and where the eye-catcher of the photo should come to lie meanwhile. */
function zoneOf(input: LayoutInput, { side, part }: Try): { zone: Box; spot: [number, number] } {
  const isWordy = wordiness(input) > 190;
  if (isAside(side)) return zoneAside(input.stage, side, part * (isWordy ? 1.2 : 1));
  const { safe, type } = input.stage;
  const height = Math.min(safe.height - markRoom * type, safe.height * (isWordy ? 0.8 : 0.56));
  const y = side === 'top' ? safe.y : safe.y + safe.height - height;
  return { zone: { x: safe.x, y, width: safe.width, height }, spot: [0.5, side === 'top' ? 0.7 : 0.34] };
}

function zoneAside({ safe, shape, type }: Stage, side: Edge, part: number): { zone: Box; spot: [number, number] } {
  const width = safe.width * (shape === 'banner' ? 0.44 : 0.47) * part;
  const head = shape === 'banner' ? 0 : markRoom * type;
  const x = side === 'left' ? safe.x : safe.x + safe.width - width;
  return {
    zone: { x, y: safe.y + head, width, height: safe.height - head },
    spot: [side === 'left' ? 0.73 : 0.27, 0.5],
  };
}

/** The attempt that is made after all other layouts but the one without the photo. */
export const lastResort = 2;

interface Attempt {
  scene: Scene;
  cost: number;
}

/** Most of the subject, as far as it is in the crop, that may lie under words; and least of it that stays in the crop. */
const coveredMax = 0.03;
const keptMin = 0.66;
/** Ground that is busier is no calm side. */
const busyMax = 0.3;

interface Try {
  side: Edge;
  /** Of the headline's usual size. */
  part: number;
}

function attempt(input: LayoutInput, photo: OpenPicture, { side, part }: Try): Attempt | null {
  const { zone, spot } = zoneOf(input, { side, part });
  const columns = input.noText ? [] : columnsIn(input, zone, { side, part });
  if (columns === null) return null;
  const words = columns.slice(0, 1).flatMap((column) => wordsOf(input, column, side));
  const wish = { clear: words.map((box) => seenIn(box, input)), spot: seenSpot(spot, input) };
  const { crop, covered, kept } = clearCrop(photo, input.stage, wish);
  if (covered > coveredMax || (kept < keptMin && !input.noText)) return null;
  const picture = { kind: 'photo', box: wholeOf(input.stage), picture: photo, crop, radius: 0 } as const;
  if (enlargement(photo, crop, picture.box) > upscaleMax) return null;
  const made = onPhoto(input, picture, { zone, columns, side });
  return made === null ? null : { ...made, cost: made.cost + (1 - kept) + covered * 4 };
}

function onPhoto(
  input: LayoutInput,
  picture: Extract<Layer, { kind: 'photo' }>,
  { zone, columns, side }: { zone: Box; columns: readonly Stack[]; side: Edge },
): Attempt | null {
  const seen = (box: Box) => look(picture.picture.analysis, partUnder(picture, box, input));
  const scene = emptyScene('full-bleed', input.stage);
  scene.layers.push(picture);
  if (input.noText) {
    addMark(scene, markOn(input, { side: 'bottom', roles: input.roles, seen }, scene));
    return { scene, cost: seen(zone).busy };
  }
  const best = themed(input, columns, side, seen);
  if (best === null || seen(best.column.bounds).busy > busyMax) return null;
  return written(input, scene, { best, side }, seen);
}

const wholeOf = ({ width, height }: Stage): Box => ({ x: 0, y: 0, width, height });

/** What the photo keeps clear of its subject: texts, buttons and, roughly, the mark; with a little air. */
function wordsOf(input: LayoutInput, column: Stack, side: Edge): Box[] {
  const { stage } = input;
  const corner = cornerFor(side, stage.shape === 'banner');
  const mark = markIn(input, { area: stage.safe, corner, ground: 0 });
  const boxes = [...column.texts, ...column.layers].flatMap((each) => ('box' in each ? [each.box] : []));
  return [...boxes, ...(mark === null ? [] : [mark.box])].map((box) => grown(box, stage.u));
}

/** A box as it will stand once the scene is turned round, in parts of the canvas. */
function seenIn(box: Box, { rtl, stage }: LayoutInput): Box {
  const { width, height } = stage;
  const x = rtl ? width - box.x - box.width : box.x;
  return { x: x / width, y: box.y / height, width: box.width / width, height: box.height / height };
}

const seenSpot = ([x, y]: [number, number], { rtl }: LayoutInput): [number, number] => [rtl ? 1 - x : x, y];

const isAside = (side: Edge) => side === 'left' || side === 'right';

/** Most of the photo that a bright and a dark veil may take away. */
const washLimit = (roles: ColorRoles) => (isLight(roles) ? 0.3 : 0.46);

/** The photo with veil, mark and column; null where the veil would take too much of it and another layout would not. */
function written(
  input: LayoutInput,
  scene: Scene,
  { best, side }: { best: Themed; side: Edge },
  seen: Seen,
): Attempt | null {
  const scrim = best.veil > 0 ? scrimFor(input.stage, side, best) : null;
  const wash = scrim === null ? 0 : washOf(scrim, input.stage);
  if (wash > washLimit(best.roles) && input.attempt < lastResort) return null;
  if (scrim !== null) scene.layers.push(scrim);
  const beside = isAside(side) ? null : markBeside(input, best, seen);
  addMark(scene, beside ?? markOn(input, { side, roles: best.roles, seen }, scene));
  scene.layers.push(...best.column.layers);
  scene.texts.push(...best.column.texts);
  scene.dropped.push(...best.column.dropped);
  // Reading order makes the left and the foot the first choice where both are as calm.
  const habit = side === 'right' || side === 'top' ? 0.04 : 0;
  return { scene, cost: wash * 0.6 + seen(best.column.bounds).busy * 2 + habit };
}

/** The photo's pixels under a part of the canvas. */
function partUnder(picture: Extract<Layer, { kind: 'photo' }>, box: Box, { rtl, stage }: LayoutInput): Box {
  const { crop } = picture;
  const x = rtl ? stage.width - box.x - box.width : box.x;
  const [sx, sy] = [crop.width / stage.width, crop.height / stage.height];
  return { x: crop.x + x * sx, y: crop.y + box.y * sy, width: box.width * sx, height: box.height * sy };
}

/** The column in the colours of the leading theme and of the other; null where it does not fit. */
function columnsIn(
  { type, stage, tone, roles, otherRoles }: LayoutInput,
  zone: Box,
  { side, part }: { side: Edge; part: number },
): Stack[] | null {
  const aside = stage.shape === 'banner' ? 'middle' : 'bottom';
  const columns = [roles, otherRoles].map(({ ink, primary, onPrimary }) =>
    stack(type, stage, {
      zone,
      anchor: isAside(side) ? aside : side,
      align: 'start',
      colors: { headline: ink, support: ink, offer: ink, button: { fill: primary, text: onPrimary } },
      button: buttonFor(tone),
      boost: boosts[stage.shape] * part,
      spread: stage.shape === 'banner',
    }),
  );
  return columns.every((column) => column !== null) ? columns : null;
}

/** On upright canvases a smaller headline leaves more of the photo without a veil. */
const boosts: Record<Shape, number> = { skyscraper: 0.86, tall: 0.86, square: 0.86, wide: 1, banner: 1.25 };

/** The mark keeps out of the text's way: at the other end, or above the column where that is tall. */
function cornerFor(side: Edge, isBanner: boolean): Corner {
  if (side === 'top') return 'bottom-start';
  if (side === 'bottom') return 'top-start';
  return (side === 'left') === isBanner ? 'top-end' : 'top-start';
}

/** The mark level with the column's last line, in the text's own veil; null where it would crowd the text. */
function markBeside(input: LayoutInput, { column, roles, veil }: Themed, seen: Seen): Mark | null {
  const { stage } = input;
  const wish = { area: stage.safe, corner: 'bottom-end' } as const;
  const trial = levelWith(column, markIn(input, { ...wish, ground: luminanceOf(roles.surface) }));
  if (trial === null || trial.box.y + trial.box.height > stage.safe.y + stage.safe.height + 1) return null;
  if (!isFree(trial, column)) return null;
  const under = seen(grown(trial.box, trial.box.height * 0.5));
  const needed = veilFor(under, roles.ink, roles.surface, input.logo === null ? 5 : 3.4);
  return needed <= veil + 0.001 ? trial : null;
}

interface MarkPlace {
  side: Edge;
  /** The theme of the text: the mark takes it too unless the photo speaks against it. */
  roles: ColorRoles;
  seen: Seen;
}

/** The mark on the photo, over the text's veil where that reaches it, else over a thin one of its own if it needs it. */
function markOn(input: LayoutInput, { side, roles, seen }: MarkPlace, scene: Scene): Mark | null {
  const { stage } = input;
  const corner = cornerFor(side, stage.shape === 'banner');
  const wish = { area: stage.safe, corner };
  const trial = markIn(input, { ...wish, ground: 0 });
  if (trial === null) return null;
  const scrim = scene.layers.find((layer) => layer.kind === 'scrim');
  if (scrim !== undefined && isAside(side) && stage.shape !== 'banner')
    return markIn(input, { ...wish, ground: luminanceOf(scrim.color) });
  const under = seen(grown(trial.box, trial.box.height * 0.5));
  const best = thinnest(input, under, roles);
  if (best.veil === 0) return markIn(input, { ...wish, ground: (under.bright + under.dark) / 2 });
  scene.layers.push(
    ownVeil(stage, trial.box, { corner, color: best.roles.surface, strength: Math.min(0.8, best.veil) }),
  );
  return markIn(input, { ...wish, ground: luminanceOf(best.roles.surface) });
}

/** Which theme needs the thinner veil under a mark; the text's own, unless it is much the thicker one. */
function thinnest(input: LayoutInput, under: Look, own: ColorRoles): { roles: ColorRoles; veil: number } {
  const limit = input.logo === null ? 5.4 : 4;
  const veils = [own, own === input.roles ? input.otherRoles : input.roles].map((roles) => ({
    roles,
    veil: veilFor(under, roles.ink, roles.surface, limit),
  }));
  return veils.reduce((kept, other) => (other.veil < kept.veil - 0.35 ? other : kept));
}

function ownVeil(
  stage: Stage,
  mark: Box,
  { corner, color, strength }: { corner: Corner; color: string; strength: number },
): Layer {
  const edge: Edge = corner.startsWith('top') ? 'top' : 'bottom';
  const solid = edge === 'top' ? mark.y + mark.height : stage.height - mark.y;
  return { kind: 'scrim', edge, solid, fade: 20 * stage.u, color, strength };
}
