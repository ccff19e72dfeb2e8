import { luminanceOf } from '../color.ts';
import type { GroundColor, Logo } from '../photo/logo.ts';
import { emblemOf, isWord, nameHeight } from '../photo/logo-name.ts';
import { type Group, moved, type Scene } from '../scene.ts';
import type { Box, Size } from '../box.ts';
import type { Shape } from '../format.ts';
import { place, type SetText, waysToBreakWords } from '../text/typesetter.ts';
import type { LayoutInput } from '../composition.ts';
import { drawingOn, isLegibleOn, logoLayers, logoSize, plateSize, worstContrast } from './logo-mark.ts';

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

/**
 * Returns the logo or the name of the brand, or both. Where only one has room, the name is more important than a logo
 * in which it cannot be read.
 */
export function markIn(input: LayoutInput, options: MarkOptions): Mark | null {
  const { logo } = input;
  if (logo === null) return nameMark(input, options);
  const scaled = { ...options, scale: scaleIn(input, options) };
  const mark = logoMark(input, logo, scaled);
  if (saysName(input) && !isLegibleOn(drawingOn(input, logo, options.ground), options.ground))
    return nameMark(input, options) ?? mark;
  if (!needsName(input, mark)) return mark;
  return (
    withName(input, { ...logo, cutOut: emblemOf(logo.cutOut) ?? logo.cutOut }, scaled) ??
    nameMark(input, options) ??
    mark
  );
}

/** Size of a logo in an ad without a main text, compared with its usual size. */
const soleScale = 1.8;

const scaleIn = (input: LayoutInput, { scale = 1 }: Pick<MarkOptions, 'scale'>): number =>
  scale * (hasMainText(input) ? 1 : soleScale);

const hasMainText = ({ type, noText }: LayoutInput): boolean =>
  noText || type.has('headline') || type.has('offer') || type.has('price');

/** Reports whether the name of the brand is set: no logo shows it so that it can be read, and the headline is another. */
export function setsName(input: LayoutInput): boolean {
  const { logo, format } = input;
  if (logo === null) return saysName(input);
  return needsName(input, logoMark(input, logo, { ...bare, area: format.safe, scale: scaleIn(input, {}) }));
}

const bare = { corner: 'top-start', ground: '#ffffff' } as const;

/** Minimum height of the letters of a name in a logo, in u: that of capitals in the smallest type of an ad. */
const nameHeightMin = 1.6;
/** Minimum height of these letters in a logo that is a word: beside it, the name would be said twice. */
const wordHeightMin = 1.1;

/** Reports whether a scene without the name of the brand in type lacks it: no logo shows it so that it can be read. */
function needsName(input: LayoutInput, { layers }: Pick<Scene, 'layers'>): boolean {
  const shown = layers.find((layer) => layer.kind === 'logo');
  if (!saysName(input) || shown === undefined) return saysName(input);
  const { logo, box } = shown;
  const least = (isWord(logo) ? wordHeightMin : nameHeightMin) * input.format.u;
  return nameHeight(logo, input.type.texts.signature) * box.height < 0.99 * least;
}

/** Reports whether a scene shows the name of the brand so that it can be read, if the ad has one. */
export const isNamed = (scene: Scene, input: LayoutInput): boolean =>
  scene.texts.some(({ role }) => role === 'signature') || !needsName(input, scene);

/** Reports whether the ad has a name of the brand that is not its headline. */
function saysName({ type, noText }: LayoutInput): boolean {
  if (noText || !type.has('signature')) return false;
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return plain(type.texts.headline) !== plain(type.texts.signature);
}

/** Returns the logo without the name of the brand. */
export function logoMark(input: LayoutInput, logo: Logo, { area, corner, ground, scale = 1 }: MarkOptions): Mark {
  const drawing = drawingOn(input, logo, ground);
  const named = nameHeight(logo.cutOut, input.type.texts.signature);
  const readable = named === 0 ? 0 : (nameHeightMin * input.format.u) / named;
  const bare = logoSize(logo, { area, unit: input.format.type * scale, readable });
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
/** Minimum and maximum size of the name with a logo, in type units. */
const nameSizeMin = 2.5;
const nameSizeMax = 4.6;
/** Distance between a logo and its name, as a share of the logo's height. */
const nameGap = 0.3;
/** Sizes of a logo beside its name, compared with its usual size: in a narrow area, the logo shrinks. */
const logoScales = [1, 0.8] as const;

/** Returns the logo with the name of the brand beside it or, in a narrow area, below it; null if there is no room. */
function withName(input: LayoutInput, logo: Logo, { scale = 1, ...options }: MarkOptions): Mark | null {
  for (const part of logoScales) {
    const scaled = { ...options, scale: scale * part };
    const made = nameBeside(input, logoMark(input, logo, scaled), scaled);
    if (made !== null) return made;
  }
  return nameBelow(input, logoMark(input, logo, { ...options, scale }), options);
}

/** Sets the name of the brand beside its logo, centred on the logo's height. */
function nameBeside(input: LayoutInput, mark: Mark, { area, corner, ground, scale = 1 }: MarkOptions): Mark | null {
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
    const name = { ...at, width: set.width, height: set.height };
    return { ...together(logo, textMark(set, name, nameLook(input, ground, 'start'))), box };
  }
  return null;
}

/** Sizes of the name below a logo, in type units. */
const namesBelow = [3.2, 2.8, nameSizeMin] as const;

/** Sets the name of the brand below its logo. */
function nameBelow(input: LayoutInput, mark: Mark, { area, corner, ground }: MarkOptions): Mark | null {
  const gap = Math.max(nameGap * mark.box.height, 2 * input.format.type);
  const room = area.height - mark.box.height - gap;
  const set = nameIn(input, { sizes: namesBelow, area: { ...area, height: room } });
  if (set === null) return null;
  const size = { width: Math.max(mark.box.width, set.width), height: mark.box.height + gap + set.height };
  const box = boxIn(area, size, corner);
  const part = partOf(corner);
  const place = (width: number) => box.x + (box.width - width) * part;
  const logo = movedMark(mark, place(mark.box.width) - mark.box.x, box.y - mark.box.y);
  const name = { x: place(set.width), y: box.y + size.height - set.height, width: set.width, height: set.height };
  return { ...together(logo, textMark(set, name, nameLook(input, ground, alignIn(corner)))), box };
}

const alignIn = (corner: Corner): 'start' | 'center' => (corner.endsWith('center') ? 'center' : 'start');

const together = (one: Group, other: Group): Group => ({
  layers: [...one.layers, ...other.layers],
  texts: [...one.texts, ...other.texts],
});

const nameLook = (input: LayoutInput, ground: GroundColor, align: 'start' | 'center') => ({
  ...{ color: nameColorOn(input, ground), align },
});

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

/** Sizes of a brand name without a logo, in type units, the most wanted first. */
const nameMarkSizes = [4, 3.5, 3, 2.6] as const;
/** Number of characters from which a name is set in at most the third of these sizes. */
const longName = 25;
/** Maximum numbers of lines of a name, the most wanted first: a smaller name comes before one in more lines. */
const nameLines = [1, 2, 3] as const;

function nameMark(input: LayoutInput, { area, corner, ground, scale = 1 }: MarkOptions): Mark | null {
  const { type, noText } = input;
  if (noText || !type.has('signature')) return null;
  const isLong = type.texts.signature.length >= longName;
  const sizes = (isLong ? nameMarkSizes.slice(2) : nameMarkSizes).map((size) => size * scale);
  const set = nameIn(input, { sizes, area });
  if (set === null) return null;
  const box = boxIn(area, { width: set.width, height: set.height }, corner);
  return textMark(set, box, nameLook(input, ground, alignIn(corner)));
}

/** Sets the name of the brand, in words that are not broken; null if it does not fit. */
function nameIn(
  { format, type }: LayoutInput,
  { sizes, area }: { sizes: readonly number[]; area: Size },
): SetText | null {
  for (const linesMax of nameLines) {
    for (const size of sizes) {
      const fit = { size: size * format.type, width: area.width, linesMax };
      const set = type.set('signature', { face: 'display', ...fit, leading: 1.12 });
      if (set !== null && set.height <= area.height) return set;
    }
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

const partOf = (corner: Corner): number => (corner.endsWith('start') ? 0 : corner.endsWith('end') ? 1 : 0.5);

function boxIn(area: Box, size: Size, corner: Corner): Box {
  const part = partOf(corner);
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
