import type { ColorRoles } from '../brief.ts';
import { contrast, luminance, luminanceOf, rgb } from '../color.ts';
import type { Look } from '../photo/analysis.ts';
import type { Layer } from '../scene.ts';
import { type Box, type Edge, inset } from '../box.ts';
import type { Format } from '../format.ts';
import type { Stack } from '../text/stack.ts';
import type { LayoutInput } from './layout.ts';

export type Scrim = Extract<Layer, { kind: 'scrim' }>;

/** Returns the brightness and busyness of the photo under a box, and the part of the box that lies on the subject. */
export type Seen = (box: Box) => Look & { onSubject: number };

export const isAside = (side: Edge) => side === 'left' || side === 'right';

export interface Themed {
  roles: ColorRoles;
  column: Stack;
  veil: number;
  /** Strength of the veil (a translucent layer) that is enough for a large bold headline. */
  headVeil: number;
}

/**
 * Chooses dark text on a light veil (a translucent layer) or light text on a dark veil, whichever needs the thinner
 * veil. In near ties the theme that the ad uses first wins. `columns` are the column of text in that theme and in the
 * other theme.
 */
export function themed(input: LayoutInput, columns: readonly Stack[], side: Edge, seen: Seen): Themed | null {
  const themes = [input.roles, input.otherRoles].flatMap((roles, i) => {
    const column = columns[i];
    if (column === undefined) return [];
    const veils = veilsFor(input, { column, roles, side }, seen);
    // A bright veil looks like fog, a dark one is less conspicuous.
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

/**
 * Returns two strengths of the veil (a translucent layer): for small text, slightly stronger over busy areas, and the
 * thinner strength for a large headline.
 */
function veilsFor(input: LayoutInput, { column, roles, side }: Veiled, seen: Seen): Pick<Themed, 'veil' | 'headVeil'> {
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
 * Returns the box of a headline that is large and bold; null for another headline. A large bold headline is readable
 * through a thinner veil (a translucent layer).
 */
function headOf({ texts }: Stack, format: Format): Box | null {
  const head = texts.find(({ role }) => role === 'headline');
  return head !== undefined && head.size > 6.2 * format.u && head.style.weight >= 600 ? head.box : null;
}

/**
 * Extends the bounds of a column of text to include the mark (logo or brand name) above the column, because a veil (a
 * translucent layer) from the left or right covers the mark too.
 */
function withMark(bounds: Box, { format }: LayoutInput, side: Edge): Box {
  if (format.shape === 'banner' || side === 'top' || side === 'bottom') return bounds;
  return { ...bounds, y: format.safe.y, height: bounds.y + bounds.height - format.safe.y };
}

/**
 * Returns the least strength, 0 to 0.94, of a veil (a translucent layer) over which a text is readable on the darkest
 * and the lightest part of the photo.
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

/** Length, in u (1 % of the short side), over which a veil (a translucent layer) fades out. */
const fadeU = 30;

/**
 * Returns a veil (a translucent layer) that has its full strength under the small text and fades out after the text. A
 * large headline at the veil's inner end gets a thinner part of the veil.
 */
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
  const small = side === 'bottom' ? height - smallTop(column) + 2 * u : solid;
  if (headVeil > veil * 0.94 || small >= solid)
    return { ...scrim, solid, fade: Math.min(across - solid + u, fadeU * u) };
  return { ...scrim, solid: small, fade: (solid - small) / reachedAt(headVeil / veil) };
}

/** Top of the texts and buttons below the headline; the top of the canvas if one of them is above the headline. */
function smallTop({ texts, layers }: Stack): number {
  const headline = texts.find(({ role }) => role === 'headline')?.box.y ?? 0;
  const others = [
    ...texts.filter(({ role }) => role !== 'headline').map(({ box }) => box.y),
    ...layers.map((layer) => ('box' in layer ? layer.box.y : Infinity)),
  ];
  return others.every((y) => y > headline) ? Math.min(...others) : 0;
}

/** Returns the point of a veil's fade, 0 to 1 of its length, at which this part of the veil's strength is left. */
function reachedAt(part: number): number {
  for (let t = 1; t > 0.05; t -= 0.01) if (left(t) >= part) return t;
  return 0.05;
}

/** Part of a veil's strength that is left at a point of its fade, 0 to 1 of its length. */
const left = (t: number) => 1 - t * t * t * (t * (6 * t - 15) + 10);

/** Largest share of the subject that a veil (a translucent layer) may hide, 0 to 1. */
const hiddenMax = 0.08;

/** Shortens the fade of a veil (a translucent layer) that would hide too much of the subject. */
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

/** Returns the band of the canvas along the veil's edge, with a width of `reach` pixels. */
function band({ edge }: Scrim, reach: number, { width, height }: Format): Box {
  const across = Math.min(reach, isAside(edge) ? width : height);
  const x = edge === 'right' ? width - across : 0;
  const y = edge === 'bottom' ? height - across : 0;
  return isAside(edge) ? { x, y, width: across, height } : { x, y, width, height: across };
}

/** Returns the part of the photo that a veil (a translucent layer) hides, 0 to 1. */
export function washOf({ edge, solid, fade, strength }: Scrim, { width, height }: Format): number {
  const across = edge === 'left' || edge === 'right' ? width : height;
  return (strength * Math.min(across, solid + Math.min(fade, Math.max(0, across - solid)) / 2)) / across;
}
