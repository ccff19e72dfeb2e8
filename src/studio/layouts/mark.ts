import { luminanceOf } from '../color.ts';
import type { GroundColor, Logo } from '../photo/logo.ts';
import { type Group, moved } from '../scene.ts';
import type { Box, Size } from '../box.ts';
import type { Shape } from '../format.ts';
import { place, type SetText, waysToBreakWords } from '../text/typesetter.ts';
import type { LayoutInput } from '../composition.ts';
import { drawingOn, logoLayers, logoSize, plateSize, worstContrast } from './logo-mark.ts';

export type Corner = 'top-start' | 'top-end' | 'bottom-start' | 'bottom-end' | 'top-center' | 'bottom-center';

/** The mark that identifies the brand in an ad: the logo or, without a logo, the brand name. */
export interface Mark extends Group {
  box: Box;
}

export interface MarkOptions {
  area: Box;
  corner: Corner;
  /** Colour under the logo or brand name; on a photo, the darkest and the lightest. */
  ground: GroundColor;
  scale?: number;
}

export function markIn(input: LayoutInput, options: MarkOptions): Mark | null {
  if (input.logo === null) return nameMark(input, options);
  const scale = (options.scale ?? 1) * (hasMainText(input) ? 1 : soleScale);
  const mark = logoMark(input, input.logo, { ...options, scale });
  return (setsName(input) ? withName(input, mark, { ...options, scale }) : null) ?? mark;
}

/** Size of a logo in an ad without a main text, compared with its usual size. */
const soleScale = 1.8;

const hasMainText = ({ type, noText }: LayoutInput): boolean =>
  noText || type.has('headline') || type.has('offer') || type.has('price');

/** Reports whether the name of the brand is set: there is no logo that shows it, and the headline does not say it. */
export function setsName({ logo, type, noText }: LayoutInput): boolean {
  if (noText || !type.has('signature')) return false;
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return logo?.hasName !== true && plain(type.texts.headline) !== plain(type.texts.signature);
}

/** Returns the logo without the name of the brand. */
export function logoMark(input: LayoutInput, logo: Logo, { area, corner, ground, scale = 1 }: MarkOptions): Mark {
  const drawing = drawingOn(input, logo, ground);
  const bare = logoSize(logo, area, input.format.type * scale);
  const box = boxIn(area, drawing.plate === null ? bare : plateSize(bare, area), corner);
  return { layers: logoLayers(drawing, box, input.shape), texts: [], box };
}

/**
 * Sizes of the name beside a logo, as shares of the logo's height: one line of capitals that are 0.4 to 0.3 times as
 * high as the logo, or two lines that are as high together.
 */
const namesBeside = [
  { share: 0.58, linesMax: 1 },
  { share: 0.44, linesMax: 1 },
  { share: 0.4, linesMax: 2 },
] as const;
/** Minimum and maximum size of the name beside a logo, in type units. */
const nameSizeMin = 2.5;
const nameSizeMax = 4.6;
/** Distance between a logo and its name, as a share of the logo's height. */
const nameGap = 0.3;

/** Sets the name of the brand beside its logo, centred on the logo's height. Returns null if there is no room. */
function withName(input: LayoutInput, mark: Mark, { area, corner, ground, scale = 1 }: MarkOptions): Mark | null {
  const { format, type } = input;
  const { height } = mark.box;
  const unit = format.type * Math.max(1, scale);
  const gap = nameGap * height;
  const width = area.width - mark.box.width - gap;
  for (const { share, linesMax } of namesBeside) {
    const size = Math.min(nameSizeMax * unit, Math.max(nameSizeMin * format.type, share * height));
    const set = type.set('signature', { face: 'display', size, width, linesMax, leading: 1.12 });
    if (set === null || set.height > height) continue;
    const box = boxIn(area, { width: mark.box.width + gap + set.width, height }, corner);
    const logo = movedMark(mark, box.x - mark.box.x, box.y - mark.box.y);
    const at = { x: box.x + mark.box.width + gap, y: box.y + (height - set.height) / 2 };
    const look = { color: nameColorOn(input, ground), align: 'start' } as const;
    return {
      layers: logo.layers,
      texts: textMark(set, { ...at, width: set.width, height: set.height }, look).texts,
      box,
    };
  }
  return null;
}

/** Background luminance, 0 to 1, below which light colours are tried before dark colours for the brand name. */
const darkGround = 0.32;

function nameColorOn({ roles, otherRoles }: LayoutInput, ground: GroundColor): string {
  const grounds: readonly string[] = typeof ground === 'string' ? [ground] : ground;
  const light = grounds.reduce((sum, color) => sum + luminanceOf(color), 0) / grounds.length;
  const inks = [roles.ink, otherRoles.ink].sort(
    (a, b) => (luminanceOf(a) - luminanceOf(b)) * (light < darkGround ? -1 : 1),
  );
  const candidates = [...inks, roles.onPrimary, roles.surface, otherRoles.surface];
  const against = (color: string) => worstContrast(color, ground);
  return (
    candidates.find((color) => against(color) >= 5) ??
    candidates.reduce((best, color) => (against(color) > against(best) ? color : best))
  );
}

/** Sizes of a brand name without a logo, in type units, the most wanted first: a name is not broken across lines. */
const nameMarkSizes = [4, 3.5, 3, 2.6] as const;
/** Number of characters from which a name is set in at most the third of these sizes. */
const longName = 25;

function nameMark(input: LayoutInput, { area, corner, ground, scale = 1 }: MarkOptions): Mark | null {
  const { format, type } = input;
  if (input.noText || !type.has('signature')) return null;
  const isLong = type.texts.signature.length >= longName;
  for (const each of isLong ? nameMarkSizes.slice(2) : nameMarkSizes) {
    const size = format.type * scale * each;
    const set = type.set('signature', { face: 'display', size, width: area.width, linesMax: 2, leading: 1.12 });
    if (set === null) continue;
    const box = boxIn(area, { width: set.width, height: set.height }, corner);
    const align = corner.endsWith('center') ? 'center' : 'start';
    return textMark(set, box, { color: nameColorOn(input, ground), align });
  }
  return null;
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
export function nameAlone(input: LayoutInput, area: Box, ground: GroundColor): Mark | null {
  const { format, type } = input;
  if (input.noText || !type.has('signature')) return null;
  for (const breakWords of waysToBreakWords) {
    for (const size of nameSizes) {
      const fit = { size: size * format.type, width: area.width, linesMax: 16, breakWords };
      const set = type.set('signature', { face: 'display', ...fit });
      if (set === null || set.height > area.height) continue;
      const { width, height } = set;
      const box = { x: area.x, y: area.y + (area.height - height) / 2, width, height };
      return textMark(set, box, { color: nameColorOn(input, ground), align: 'start' });
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
