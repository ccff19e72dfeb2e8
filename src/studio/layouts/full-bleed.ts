import type { ColorRoles } from '../brief.ts';
import { photoLayer } from '../canvas/paint.ts';
import { contrast, luminance, luminanceOf, rgb } from '../color.ts';
import { type Look, look } from '../photo/analysis.ts';
import { enlargement, upscaleMax } from '../photo/crop.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Box, Edge, Layer, Scene } from '../scene.ts';
import type { Shape, Stage } from '../stage.ts';
import { type Stack, stack } from '../text/stack.ts';
import { isFree, levelWith } from './field.ts';
import { buttonFor, emptyScene, type Layout, type LayoutInput, wordiness } from './layout.ts';
import { addMark, type Corner, type Mark, markIn } from './mark.ts';

/** The photo is the ad: edge to edge, text on its calm side, as much veil as the reading needs and no more. */
export const fullBleed: Layout = {
  name: 'full-bleed',
  suits: (_, { photo }) => (photo === null ? 0 : 1),
  draw(input) {
    const { photo, stage } = input;
    if (photo === null) return null;
    const sides: Edge[] = stage.shape === 'wide' || stage.shape === 'banner' ? ['left', 'right'] : ['bottom', 'top'];
    const tries = sides.map((side) => attempt(input, photo, side)).filter((each) => each !== null);
    return tries.sort((a, b) => a.cost - b.cost)[0]?.scene ?? null;
  },
};

/** Kept free for the mark above or below the text, in type units. */
const markRoom = 13;

/** Room for the text, and where the eye-catcher of the photo should come to lie meanwhile. */
function zoneOf(input: LayoutInput, side: Edge): { zone: Box; spot: [number, number] } {
  const isWordy = wordiness(input) > 190;
  if (side === 'left' || side === 'right') return zoneAside(input.stage, side, isWordy);
  const { safe, type } = input.stage;
  const height = Math.min(safe.height - markRoom * type, safe.height * (isWordy ? 0.8 : 0.56));
  const y = side === 'top' ? safe.y : safe.y + safe.height - height;
  return { zone: { x: safe.x, y, width: safe.width, height }, spot: [0.5, side === 'top' ? 0.7 : 0.34] };
}

function zoneAside({ safe, shape, type }: Stage, side: Edge, isWordy: boolean): { zone: Box; spot: [number, number] } {
  const width = safe.width * (isWordy ? 0.56 : shape === 'banner' ? 0.42 : 0.47);
  const head = shape === 'wide' ? markRoom * type : 0;
  const x = side === 'left' ? safe.x : safe.x + safe.width - width;
  return {
    zone: { x, y: safe.y + head, width, height: safe.height - head },
    spot: [side === 'left' ? 0.73 : 0.27, 0.5],
  };
}

type Scrim = Extract<Layer, { kind: 'scrim' }>;

/** The attempt that is made after all other layouts but the one without the photo. */
export const lastResort = 2;

interface Attempt {
  scene: Scene;
  cost: number;
}

function attempt(input: LayoutInput, photo: OpenPicture, side: Edge): Attempt | null {
  const { stage } = input;
  const { zone, spot } = zoneOf(input, side);
  const mirroredSpot: [number, number] = [input.rtl ? 1 - spot[0] : spot[0], spot[1]];
  const picture = photoLayer(photo, { x: 0, y: 0, width: stage.width, height: stage.height }, 0, mirroredSpot);
  if (enlargement(photo, picture.crop, picture.box) > upscaleMax) return null;
  const seen = (box: Box) => look(photo.analysis, partUnder(picture, box, input));
  const scene = emptyScene('full-bleed', stage);
  scene.layers.push(picture);
  if (input.noText) {
    addMark(scene, markOn(input, { side: 'bottom', roles: input.roles, seen }, scene));
    return { scene, cost: seen(zone).busy };
  }
  const best = themed(input, zone, side, seen);
  return best === null ? null : written(input, scene, { best, side }, seen);
}

/** Most of the photo that a bright and a dark veil may take away. */
const washMax = { light: 0.3, dark: 0.46 };

/** The photo with veil, mark and column; null where the veil would take too much of it and another layout would not. */
function written(
  input: LayoutInput,
  scene: Scene,
  { best, side }: { best: Themed; side: Edge },
  seen: (box: Box) => Look,
): Attempt | null {
  const scrim = best.veil > 0 ? scrimFor(input.stage, side, best) : null;
  const wash = scrim === null ? 0 : washOf(scrim, input.stage);
  if (wash > (isLight(best.roles) ? washMax.light : washMax.dark) && input.attempt < lastResort) return null;
  if (scrim !== null) scene.layers.push(scrim);
  addMark(scene, markBeside(input, best, seen) ?? markOn(input, { side, roles: best.roles, seen }, scene));
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

interface Themed {
  roles: ColorRoles;
  column: Stack;
  veil: number;
  /** Enough for a large bold headline. */
  headVeil: number;
}

/** Dark on light or light on dark, whichever needs the thinner veil; the brand's own preference breaks near ties. */
function themed(input: LayoutInput, zone: Box, side: Edge, seen: (box: Box) => Look): Themed | null {
  const themes = [input.roles, input.otherRoles].map((roles, i): (Themed & { cost: number }) | null => {
    const column = columnIn(input, zone, side, roles);
    if (column === null) return null;
    const veils = veilsFor(input, { column, roles, side }, seen);
    // A bright veil is fog where a dark one is evening.
    const fog = isLight(roles) ? Math.max(0, veils.veil - 0.25) * 1.2 : 0;
    return { roles, column, ...veils, cost: veils.veil + fog + i * 0.12 };
  });
  return themes.filter((theme) => theme !== null).sort((a, b) => a.cost - b.cost)[0] ?? null;
}

function columnIn({ type, stage, tone }: LayoutInput, zone: Box, side: Edge, roles: ColorRoles): Stack | null {
  const button = { fill: roles.primary, text: roles.onPrimary };
  const aside = stage.shape === 'wide' ? 'bottom' : 'middle';
  return stack(type, stage, {
    zone,
    anchor: side === 'top' || side === 'bottom' ? side : aside,
    align: 'start',
    colors: { headline: roles.ink, support: roles.ink, offer: roles.ink, button },
    button: buttonFor(tone),
    boost: boosts[stage.shape],
    spread: stage.shape === 'banner',
  });
}

/** On upright canvases a smaller headline leaves more of the photo without a veil. */
const boosts: Record<Shape, number> = { skyscraper: 0.86, tall: 0.86, square: 0.86, wide: 1, banner: 1.25 };

interface Veiled {
  column: Stack;
  roles: ColorRoles;
  side: Edge;
}

/** The veil that small text needs, and a little against restless ground; and the thinner one of a large headline. */
function veilsFor(
  input: LayoutInput,
  { column, roles, side }: Veiled,
  seen: (box: Box) => Look,
): Pick<Themed, 'veil' | 'headVeil'> {
  const { u } = input.stage;
  const under = seen(grown(withMark(column.bounds, input, side), 2 * u));
  const limit = 4.5 * (1.12 + 0.25 * Math.min(1, input.attempt));
  const restless = 0.08 + (under.bright - under.dark) * 0.26 + under.busy * 0.8;
  const isCalm = under.busy < 0.07 && under.bright - under.dark < 0.2;
  const calming = isCalm ? 0 : Math.min(isLight(roles) ? 0.3 : 0.5, restless);
  const veil = Math.max(veilFor(under, roles.ink, roles.surface, limit), calming);
  const head = headOf(column, input.stage);
  const headVeil = head === null ? veil : veilFor(seen(grown(head, u)), roles.ink, roles.surface, 3.5);
  return { veil, headVeil: Math.min(veil, Math.max(headVeil, veil * 0.45)) };
}

const isLight = ({ surface }: ColorRoles) => luminanceOf(surface) > 0.4;

/** The headline where it is large and bold, and stands at the inner end of a veil from head or foot: it reads through less. */
function headOf({ texts }: Stack, stage: Stage): Box | null {
  const head = texts.find(({ role }) => role === 'headline');
  return head !== undefined && head.size > 6.2 * stage.u && head.style.weight >= 600 ? head.box : null;
}

/** A veil from the side also lies under the mark above the column. */
function withMark(bounds: Box, { stage }: LayoutInput, side: Edge): Box {
  if (stage.shape !== 'wide' || side === 'top' || side === 'bottom') return bounds;
  return { ...bounds, y: stage.safe.y, height: bounds.y + bounds.height - stage.safe.y };
}

const grown = (box: Box, by: number): Box => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});

/** Thinnest veil, 0 to 0.94, under which a text reads on the darkest and the lightest of what is seen. */
export function veilFor(under: Look, ink: string, veil: string, contrastMin: number): number {
  const grey = (light: number) =>
    Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
  const inkLight = luminanceOf(ink);
  const [red, green, blue] = rgb(veil);
  const reads = (light: number, part: number) => {
    const level = grey(light);
    const through = (channel: number) => Math.round(level + (channel - level) * part);
    return contrast(luminance(through(red), through(green), through(blue)), inkLight) >= contrastMin;
  };
  for (let part = 0; part < 0.94; part += 0.03) if (reads(under.dark, part) && reads(under.bright, part)) return part;
  return 0.94;
}

/** How far, in u, a veil takes to vanish beyond what it is there for. */
const fadeU = 30;

/** Full under the small text, thinner under the headline where that stands at the inner end, gone soon after. */
function scrimFor({ width, height, u }: LayoutInput['stage'], side: Edge, theme: Themed): Scrim {
  const { column, roles, veil, headVeil } = theme;
  const { bounds } = column;
  const reach = {
    bottom: height - bounds.y,
    top: bounds.y + bounds.height,
    left: bounds.x + bounds.width,
    right: width - bounds.x,
  }[side];
  const across = side === 'left' || side === 'right' ? width : height;
  const scrim = { kind: 'scrim', edge: side, color: roles.surface, strength: veil } as const;
  const solid = Math.min(across, reach + 2.5 * u);
  const small = side === 'bottom' ? height - smallTop(column) + 2 * u : solid;
  if (headVeil > veil * 0.94 || small >= solid)
    return { ...scrim, solid, fade: Math.min(across - solid + u, fadeU * u) };
  return { ...scrim, solid: small, fade: (solid - small) / reachedAt(headVeil / veil) };
}

/** Top of the texts below the headline; the head of the canvas where one stands above it. */
function smallTop({ texts, layers }: Stack): number {
  const headline = texts.find(({ role }) => role === 'headline')?.box.y ?? 0;
  const others = [
    ...texts.filter(({ role }) => role !== 'headline').map(({ box }) => box.y),
    ...layers.map((layer) => ('box' in layer ? layer.box.y : Infinity)),
  ];
  return others.every((y) => y > headline) ? Math.min(...others) : 0;
}

/** At which part of its fade a veil still has this part of its strength. */
function reachedAt(part: number): number {
  for (let t = 1; t > 0.05; t -= 0.01) if (left(t) >= part) return t;
  return 0.05;
}

/** What is left of a veil at a part of its fade. */
const left = (t: number) => 1 - t * t * t * (t * (6 * t - 15) + 10);

/** How much of the photo a veil takes away, 0 to 1, over the whole canvas. */
function washOf({ edge, solid, fade, strength }: Scrim, { width, height }: Stage): number {
  const across = edge === 'left' || edge === 'right' ? width : height;
  return (strength * Math.min(across, solid + Math.min(fade, Math.max(0, across - solid)) / 2)) / across;
}

/** The mark keeps out of the text's way: at the other end, or above the column where that is tall. */
function cornerFor(side: Edge, isBanner: boolean): Corner {
  if (side === 'top') return 'bottom-start';
  if (side === 'bottom') return 'top-start';
  return (side === 'left') === isBanner ? 'top-end' : 'top-start';
}

/** The mark level with the column's last line, in the text's own veil; null where it would crowd the text. */
function markBeside(input: LayoutInput, { column, roles, veil }: Themed, seen: (box: Box) => Look): Mark | null {
  const { stage } = input;
  if (stage.shape === 'wide' || stage.shape === 'banner') return null;
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
  seen: (box: Box) => Look;
}

/** The mark on the photo, over the text's veil where that reaches it, else over a thin one of its own if it needs it. */
function markOn(input: LayoutInput, { side, roles, seen }: MarkPlace, scene: Scene): Mark | null {
  const { stage } = input;
  const corner = cornerFor(side, stage.shape === 'banner');
  const wish = { area: stage.safe, corner };
  const trial = markIn(input, { ...wish, ground: 0 });
  if (trial === null) return null;
  const scrim = scene.layers.find((layer) => layer.kind === 'scrim');
  const isAside = side === 'left' || side === 'right';
  if (scrim !== undefined && isAside && stage.shape !== 'banner')
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
