import { type LayerOf } from '../scene.ts';
import type { ColorRoles } from '../brief.ts';
import { contrast, luminance, luminanceOf, rgb } from '../color.ts';
import type { Look } from '../photo/analysis.ts';
import { type Box, type Edge, inset } from '../box.ts';
import type { Format } from '../format.ts';
import type { Stack } from '../text/stack.ts';
import type { LayoutInput } from '../composition.ts';

export type Scrim = LayerOf<'scrim'>;

/**
 * Measures the part of the photo under a box of the canvas: its brightness, its busyness (amount of detail), and the
 * share of the box that lies on the photo's subject.
 */
export type LookUnder = (box: Box) => Look & { onSubject: number };

export const isAside = (side: Edge) => side === 'left' || side === 'right';

export interface Themed {
  roles: ColorRoles;
  column: Stack;
  veil: number;
  /** Opacity, 0 to 1, that the translucent layer between photo and text needs behind a large bold headline. */
  headVeil: number;
}

/**
 * Chooses between dark text on a light translucent layer and light text on a dark translucent layer, whichever needs
 * less opacity. If the difference is small, the ad's preferred theme (light or dark) is chosen. `columns` has the
 * column of texts twice: in the preferred theme and in the other theme.
 */
export function themed(input: LayoutInput, columns: readonly Stack[], side: Edge, seen: LookUnder): Themed | null {
  const themes = [input.roles, input.otherRoles].flatMap((roles, i) => {
    const column = columns[i];
    if (column === undefined) return [];
    const veils = veilsFor(input, { column, roles, side }, seen);
    // A light translucent layer looks like fog and is more conspicuous than a dark translucent layer, so the light
    // theme gets a higher cost when the themes are compared.
    const fog = isLight(roles) ? Math.max(0, veils.veil - 0.25) * 1.2 : 0;
    return [{ roles, column, ...veils, cost: veils.veil + fog + i * 0.12 }];
  });
  return themes.sort((a, b) => a.cost - b.cost)[0] ?? null;
}

interface Veiled {
  column: Stack;
  roles: ColorRoles;
  side: Edge;
}

function veilsFor(
  input: LayoutInput,
  { column, roles, side }: Veiled,
  seen: LookUnder,
): Pick<Themed, 'veil' | 'headVeil'> {
  const { u } = input.format;
  const under = seen(inset(withMark(column.bounds, input, side), -2 * u));
  const limit = 4.5 * (1.12 + 0.25 * Math.min(1, input.attempt));
  const restless = 0.08 + (under.bright - under.dark) * 0.26 + under.busy * 0.8;
  const isCalm = under.busy < 0.07 && under.bright - under.dark < 0.2;
  const calming = isCalm ? 0 : Math.min(isLight(roles) ? 0.3 : 0.5, restless);
  const veil = Math.max(veilFor(under, roles.ink, roles.surface, limit), calming);
  const head = headOf(column, input.format);
  const headVeil = head === null ? veil : veilFor(seen(inset(head, -u)), roles.ink, roles.surface, 3.5);
  return { veil, headVeil: Math.min(veil, Math.max(headVeil, veil * 0.45)) };
}

export const isLight = ({ surface }: ColorRoles) => luminanceOf(surface) > 0.4;

/**
 * Returns the box of the headline if it is large and bold, else null. Such a headline is readable over a less opaque
 * translucent layer than small text.
 */
function headOf({ texts }: Stack, format: Format): Box | null {
  const head = texts.find(({ role }) => role === 'headline');
  return head !== undefined && head.size > 6.2 * format.u && head.style.weight >= 600 ? head.box : null;
}

function withMark(bounds: Box, { format }: LayoutInput, side: Edge): Box {
  if (format.shape === 'banner' || side === 'top' || side === 'bottom') return bounds;
  return { ...bounds, y: format.safe.y, height: bounds.y + bounds.height - format.safe.y };
}

/**
 * Returns the lowest opacity, 0 to 0.94, of a translucent layer that makes a text readable on the darkest and on the
 * brightest part of the photo under the text. Returns 0.94 if a higher opacity would be needed.
 */
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

/** Maximum distance over which a translucent layer fades out, in u (1 % of the canvas's short side). */
const fadeU = 30;

export function scrimFor({ width, height, u }: LayoutInput['format'], side: Edge, theme: Themed): Scrim {
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
  if (isHeadlineAlone(column))
    return { ...scrim, strength: headVeil, solid, fade: Math.min(across - solid + u, fadeU * u) };
  const small = side === 'bottom' ? height - smallTop(column) + 2 * u : solid;
  if (headVeil > veil * 0.94 || small >= solid)
    return { ...scrim, solid, fade: Math.min(across - solid + u, fadeU * u) };
  return { ...scrim, solid: small, fade: (solid - small) / reachedAt(headVeil / veil) };
}

const isHeadlineAlone = ({ texts, layers }: Stack): boolean =>
  layers.length === 0 && texts.every(({ role }) => role === 'headline');

function smallTop({ texts, layers }: Stack): number {
  const headline = texts.find(({ role }) => role === 'headline')?.box.y ?? 0;
  const others = [
    ...texts.filter(({ role }) => role !== 'headline').map(({ box }) => box.y),
    ...layers.map((layer) => ('box' in layer ? layer.box.y : Infinity)),
  ];
  return others.every((y) => y > headline) ? Math.min(...others) : 0;
}

function reachedAt(part: number): number {
  for (let t = 1; t > 0.05; t -= 0.01) if (left(t) >= part) return t;
  return 0.05;
}

const left = (t: number) => 1 - t * t * t * (t * (6 * t - 15) + 10);

/**
 * Maximum share of the photo's subject, 0 to 1, that a translucent layer may hide. An area under a layer with an
 * opacity of 0.5 counts as half hidden.
 */
const hiddenMax = 0.08;

export function besideSubject(
  scrim: Scrim,
  { format }: Pick<LayoutInput, 'format'>,
  subjectUnder: (box: Box) => number,
): Scrim {
  const fades = [1, 0.7, 0.45].map((part) => ({ ...scrim, fade: scrim.fade * part }));
  const hidden = (veil: Scrim) => {
    const whole = subjectUnder(band(veil, veil.solid, format));
    const faded = subjectUnder(band(veil, veil.solid + veil.fade, format)) - whole;
    return veil.strength * (whole + faded / 2);
  };
  return fades.find((veil) => hidden(veil) <= hiddenMax) ?? fades.at(-1) ?? scrim;
}

function band({ edge }: Scrim, reach: number, { width, height }: Format): Box {
  const across = Math.min(reach, isAside(edge) ? width : height);
  const x = edge === 'right' ? width - across : 0;
  const y = edge === 'bottom' ? height - across : 0;
  return isAside(edge) ? { x, y, width: across, height } : { x, y, width, height: across };
}

export function washOf({ edge, solid, fade, strength }: Scrim, { width, height }: Format): number {
  const across = edge === 'left' || edge === 'right' ? width : height;
  return (strength * Math.min(across, solid + Math.min(fade, Math.max(0, across - solid)) / 2)) / across;
}
