import { contrast, luminanceOf } from '../color.ts';
import type { Logo } from '../photo/logo.ts';
import { type Group, type Layer, moved } from '../scene.ts';
import { type Box, inset, type Size } from '../box.ts';
import type { Shape } from '../format.ts';
import { place, type SetText, waysToBreakWords } from '../text/typesetter.ts';
import type { LayoutInput } from '../composition.ts';

export type Corner = 'top-start' | 'top-end' | 'bottom-start' | 'bottom-end' | 'top-center' | 'bottom-center';

/** The mark that identifies the brand in an ad: the logo or, without a logo, the brand name. */
export interface Mark extends Group {
  box: Box;
}

/**
 * Minimum contrast ratio between a logo in its own colours and the background. Below this ratio, the logo is drawn as a
 * silhouette in one colour.
 */
const logoContrastMin = 3.6;

export interface MarkOptions {
  area: Box;
  corner: Corner;
  /** Luminance, 0 to 1, of the background under the logo or brand name. */
  ground: number;
  scale?: number;
}

export function markIn(input: LayoutInput, options: MarkOptions): Mark | null {
  return input.logo === null ? nameMark(input, options) : logoMark(input, input.logo, options);
}

/**
 * Returns the height of a logo, in type units (1 % of the canvas's short side, more on long canvases). Wide logos are
 * lower than compact logos, and logos with a background of their own are the highest.
 */
function logoHeight(logo: Logo, ratio: number): number {
  if (logo.isPlate) return 8.5;
  if (ratio > 2.6) return 4.8;
  return ratio > 1.4 ? 6 : 7.5;
}

function logoMark(input: LayoutInput, logo: Logo, { area, corner, ground, scale = 1 }: MarkOptions): Mark {
  const unit = input.format.type * scale;
  const ratio = logo.cutOut.width / logo.cutOut.height;
  const widthMax = Math.min(area.width, 34 * unit);
  const sharp = Math.max(logo.cutOut.height * logo.cutOut.scale * 1.5, 2.5 * unit);
  const height = Math.min(logoHeight(logo, ratio) * unit, widthMax / ratio, sharp, area.height);
  const size = { width: height * ratio, height };
  if (logo.isPlate && !standsOff(logo, ground)) return onPlate(logo, boxIn(area, padded(size, area), corner));
  const box = boxIn(area, size, corner);
  const readable = logo.isPlate || contrast(logo.light, ground) >= logoContrastMin;
  const mono = readable ? null : monoOn(input, ground);
  return { layers: [{ kind: 'logo', box, logo: logo.cutOut, mono, plate: logo.isPlate }], texts: [], box };
}

const standsOff = ({ dark, bright }: Logo, ground: number): boolean =>
  Math.max(contrast(dark, ground), contrast(bright, ground), contrast(dark, bright)) >= logoContrastMin;

/** Padding between a logo and the edge of the plain rectangle behind the logo, as a fraction of the logo's height. */
const platePadding = 0.4;

function padded(size: Size, area: Box): Size {
  const by = 2 * platePadding * size.height;
  const shrink = Math.min(1, area.width / (size.width + by), area.height / (size.height + by));
  return { width: (size.width + by) * shrink, height: (size.height + by) * shrink };
}

/**
 * Returns a logo on a white or black rectangle, whichever contrasts more with the logo. One of the two is always
 * sufficient: a colour with a luminance of at most 0.30 has a contrast of 3:1 with white, and a colour with a luminance
 * of at least 0.10 has a contrast of 3:1 with black.
 */
function onPlate(logo: Logo, box: Box): Mark {
  const white = Math.max(contrast(logo.dark, 1), contrast(logo.bright, 1));
  const black = Math.max(contrast(logo.dark, 0), contrast(logo.bright, 0));
  const by = (box.height * platePadding) / (1 + 2 * platePadding);
  const color = white >= black ? '#ffffff' : '#000000';
  const plate: Layer = { kind: 'fill', element: 'panel', box, color, radius: by * 0.6 };
  return {
    layers: [plate, { kind: 'logo', box: inset(box, by), logo: logo.cutOut, mono: null, plate: true }],
    texts: [],
    box,
  };
}

/** Background luminance, 0 to 1, below which light colours are tried before dark colours for the logo or brand name. */
const darkGround = 0.32;

export function monoOn({ roles, otherRoles, logo }: LayoutInput, ground: number): string {
  const inks = [roles.ink, otherRoles.ink].sort(
    (a, b) => (luminanceOf(a) - luminanceOf(b)) * (ground < darkGround ? -1 : 1),
  );
  const candidates = [...inks, roles.onPrimary, roles.surface, otherRoles.surface];
  const against = (color: string) => contrast(luminanceOf(color), ground);
  return (
    candidates.find((color) => against(color) >= (logo === null ? 5 : 3.6)) ??
    candidates.reduce((best, color) => (against(color) > against(best) ? color : best))
  );
}

function nameMark(input: LayoutInput, { area, corner, ground, scale = 1 }: MarkOptions): Mark | null {
  const { format, type } = input;
  if (input.noText || !type.has('signature')) return null;
  const longest = type.texts.signature.length;
  const size = format.type * scale * (longest > 24 ? 3 : 4);
  const set = type.set('signature', { face: 'display', size, width: area.width, linesMax: 2, leading: 1.12 });
  if (set === null) return null;
  const box = boxIn(area, { width: set.width, height: set.height }, corner);
  const align = corner.endsWith('center') ? 'center' : 'start';
  return textMark(set, box, { color: monoOn(input, ground), align });
}

/**
 * Font sizes that are tried, largest first, for a brand name that is the only element of an ad. The unit is the type
 * unit (1 % of the canvas's short side, more on long canvases).
 */
const nameSizes = [22, 18, 15, 12.5, 10.5, 9, 7.5, 6.2, 5.2, 4.4, 3.6, 3, 2.6];

/**
 * Places the brand name alone in an area, as large as it fits and centred vertically. Words are cut across lines only
 * if no size fits otherwise. Returns null if there is no brand name, if it does not fit, or if the ad must have no
 * text.
 */
export function nameAlone(input: LayoutInput, area: Box, ground: number): Mark | null {
  const { format, type } = input;
  if (input.noText || !type.has('signature')) return null;
  for (const breakWords of waysToBreakWords) {
    for (const size of nameSizes) {
      const fit = { size: size * format.type, width: area.width, linesMax: 16, breakWords };
      const set = type.set('signature', { face: 'display', ...fit });
      if (set === null || set.height > area.height) continue;
      const { width, height } = set;
      const box = { x: area.x, y: area.y + (area.height - height) / 2, width, height };
      return textMark(set, box, { color: monoOn(input, ground), align: 'start' });
    }
  }
  return null;
}

export const textMark = (set: SetText, box: Box, look: { color: string; align: 'start' | 'center' }): Mark => ({
  layers: [],
  texts: [place(set, { x: box.x, top: box.y, width: set.width }, look)],
  box,
});

function boxIn(area: Box, size: Size, corner: Corner): Box {
  const part = corner.endsWith('start') ? 0 : corner.endsWith('end') ? 1 : 0.5;
  const y = corner.startsWith('top') ? area.y : area.y + area.height - size.height;
  return { x: area.x + (area.width - size.width) * part, y, ...size };
}

/**
 * Minimum gap between the logo or brand name and the column of texts, by shape of the canvas, in type units (1 % of the
 * canvas's short side, more on long canvases). This gap is larger than the gaps inside the column, because the logo is
 * not part of the column.
 */
const airU: Record<Shape, number> = { skyscraper: 6, tall: 6, square: 6, wide: 6, banner: 4 };

export function movedMark(mark: Mark, dx: number, dy: number): Mark {
  const move = (box: Box): Box => ({ ...box, x: box.x + dx, y: box.y + dy });
  return { ...moved(mark, move), box: move(mark.box) };
}

export function roomFor(mark: Mark | null, { format }: LayoutInput): number {
  return mark === null ? 0 : mark.box.height + Math.max(airU[format.shape] * format.type, mark.box.height * 0.75);
}
