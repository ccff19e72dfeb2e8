import { oncePer } from '../../domain/once.ts';
import { overlap } from '../box.ts';
import { oklab, type Rgb, rgb } from '../color.ts';
import type { CutOut } from './cut-out.ts';
import { colorDistance } from './distinct-colors.ts';
import { isLegible, standsOut } from './stands-out.ts';
import { freedLogo } from './logo-ground.ts';
import { letteringOf } from './logo-name.ts';
import { type LogoPart, partsOf, type PartGrid } from './logo-parts.ts';
import type { OpenPicture } from './open.ts';

export interface Logo {
  cutOut: CutOut;
  /** True for a favicon or an app icon: a small file, or a square with a ground of its own. */
  isIcon: boolean;
}

/** Longer side, in pixels of the file, up to which a logo is an icon. */
const iconSideMax = 96;

/** Removes the ground of a logo and classifies the logo. Returns null if nothing can be seen in it. */
export function logoOf(picture: OpenPicture): Logo | null {
  const freed = freedLogo(picture);
  if (freed === null) return null;
  const { cutOut, ground, isFilled } = freed;
  const grid = partsOf(cutOut);
  const isBlank = isFilled && grid.parts.length < 2;
  if (grid.parts.length === 0 || isBlank) return null;
  const ratio = cutOut.width / cutOut.height;
  const isSmall = Math.max(cutOut.width, cutOut.height) * cutOut.scale <= iconSideMax;
  return {
    cutOut: { ...cutOut, ...(ground !== null && { ground }) },
    isIcon: isSmall || (isFilled && ratio > 0.8 && ratio < 1.25),
  };
}

/** Colour of what is under a logo, or the colours of its darkest and its lightest place. */
export type GroundColor = string | readonly [dark: string, bright: string];

/** Minimum share (0 to 1) of its outline that must show, so that a part shows. */
const shownMin = 0.5;
/** Minimum share of the outline of a part that lies under all others, such as a shield, whose outline may be lost. */
const shownMinOfField = 0.15;

/** Returns the share (0 to 1) of the outlines in a logo that belong to parts that do not show on a ground. */
export function hiddenShare(cutOut: CutOut, ground: GroundColor): number {
  const grid = partsOf(cutOut);
  return outlineOf(grid.parts.filter((part) => !showsOn(grid, part, ground))) / Math.max(1, grid.outline);
}

/**
 * Returns the share (0 to 1) of the outlines in a logo that belong to parts that show neither on white nor on black,
 * such as hairlines and pale letters, or that do not show on the ground that the logo has in its file. No ground has to
 * do better.
 */
export const faintShare = oncePer((cutOut: CutOut): number => {
  const faint = Math.min(...['#ffffff', '#000000'].map((ground) => hiddenShare(cutOut, ground)));
  return cutOut.ground === undefined ? faint : Math.max(faint, hiddenShare(cutOut, cutOut.ground));
});

/** Returns the share (0 to 1) of the outlines of the letters that carry a name which cannot be read on a ground. */
export function illegibleShare(cutOut: CutOut, ground: GroundColor): number {
  const letters = [...letteringOf(cutOut)];
  const { parts } = partsOf(cutOut);
  const illegible = letters.filter((part) => !isLegibleOn(part, ground) && !isBorder(part, parts, ground));
  return outlineOf(illegible) / Math.max(1, outlineOf(letters));
}

/** Minimum part (0 to 1) of the boxes of a letter and its border that both share, and size of the letter compared with it. */
const borderMin = { shared: 0.4, area: 0.5 } as const;

/** Reports whether a part is the border of a letter that can be read without it. */
const isBorder = ({ box, area }: LogoPart, parts: readonly LogoPart[], ground: GroundColor): boolean =>
  parts.some((other) => {
    const larger = Math.max(box.width * box.height, other.box.width * other.box.height);
    const isAround = overlap(other.box, box) >= borderMin.shared * larger && other.area >= borderMin.area * area;
    return isAround && contrastsWith(other.color, ground, isLegible);
  });

const outlineOf = (parts: readonly LogoPart[]): number => parts.reduce((sum, { open, inner }) => sum + open + inner, 0);

const showsOn = (grid: PartGrid, part: LogoPart, ground: GroundColor): boolean =>
  isShown(grid, part, seenOn(part, ground, standsOut));

const isLegibleOn = (part: LogoPart, ground: GroundColor): boolean =>
  seenOn(part, ground, isLegible) + part.inner >= shownMin * (part.open + part.inner);

/** Returns the length of the outer outline of a part that is seen on a ground. */
function seenOn({ outer }: LogoPart, ground: GroundColor, isSeen: IsSeen): number {
  let seen = 0;
  for (const [color, length] of outer) if (contrastsWith(color, ground, isSeen)) seen += length;
  return seen;
}

type IsSeen = (color: Rgb, under: Rgb) => boolean;
const contrastsWith = (color: Rgb, ground: GroundColor, isSeen: IsSeen): boolean =>
  (typeof ground === 'string' ? [ground] : ground).every((under) => isSeen(color, rgb(under)));

/** Reports whether a part shows if `seen` cells of its outer outline contrast with what is under the logo. */
export function isShown(grid: PartGrid, part: LogoPart, seen: number): boolean {
  const share = (seen + part.inner) / Math.max(1, part.open + part.inner);
  return share >= (isField(grid, part) ? shownMinOfField : shownMin);
}

function isField(grid: PartGrid, { box }: LogoPart): boolean {
  return box.width >= 0.85 * grid.width && box.height >= 0.85 * grid.height && grid.parts.length > 1;
}

/** Maximum share (0 to 1) of a part's outline on other parts. With more, one ink would fill a shape. */
const innerMax = 0.03;
/** This maximum if the other parts get the same ink: strokes of two colours may cross. */
const crossedMax = 0.1;
/** Maximum share (0 to 1) of outlines of parts with more of it, such as specks, in a logo that gets one ink. */
const filledMax = 0.01;
/** OKLab distance from its main colour within which a logo is of one ink. */
const inkDistanceMax = 0.17;
/** Maximum share (0 to 1) of outlines on other parts in a logo of one ink, as in strokes that overlap. */
const innerOfOneInkMax = 0.1;
/** Maximum number of cells in a logo of one ink at which its colour changes clearly, as a share of its outlines. */
const linesMax = 0.25;
/** Maximum share (0 to 1) of outlines of a logo of one ink in other colours, such as small print. */
const othersMax = 0.06;
/** OKLab chroma below which a colour is a grey. Grey parts are white on a dark ground in most brands. */
const greyMax = 0.035;

/**
 * Returns a logo with the parts that do not show on a ground in another ink: every part of a logo of one ink; otherwise
 * the grey ones, if the others show; otherwise every part. Returns null if parts cannot be recoloured, because they
 * touch others, whose shapes would be filled.
 */
export function inInk(cutOut: CutOut, ground: GroundColor, ink: string): CutOut | null {
  const grid = partsOf(cutOut);
  if (isOneInk(cutOut)) return recolored(cutOut, ink, grid.parts);
  const lettering = letteringOf(cutOut);
  const isHidden = (part: LogoPart) =>
    !showsOn(grid, part, ground) || (lettering.has(part) && !isLegibleOn(part, ground));
  const hidden = grid.parts.filter(isHidden);
  if (hidden.every((part) => isGrey(part) && isApart(part, innerMax))) return recolored(cutOut, ink, hidden);
  return keepsShapes(grid) ? recolored(cutOut, ink, grid.parts) : null;
}

const isApart = ({ inner, open }: LogoPart, most: number): boolean => inner <= most * (inner + open);

/** Reports whether one ink in all parts of a logo fills no shape. */
function keepsShapes({ parts, outline, lines }: PartGrid): boolean {
  const filled = outlineOf(parts.filter((part) => !isApart(part, crossedMax)));
  return filled <= filledMax * outline && lines <= linesMax * outline;
}

function isGrey({ color }: LogoPart): boolean {
  const [, a, b] = oklab(...color);
  return Math.hypot(a, b) < greyMax;
}

const isOneInk = oncePer((cutOut: CutOut): boolean => {
  const { parts, outline, lines } = partsOf(cutOut);
  const main = parts.reduce<LogoPart | undefined>(
    (most, part) => (part.area > (most?.area ?? 0) ? part : most),
    undefined,
  );
  if (main === undefined) return false;
  const inner = parts.reduce((sum, part) => sum + part.inner, 0);
  let others = 0;
  for (const { outer } of parts)
    for (const [color, length] of outer) if (colorDistance(color, main.color) > inkDistanceMax) others += length;
  return inner <= innerOfOneInkMax * outline && lines <= linesMax * outline && others <= othersMax * outline;
});

/** Logos in other inks, by ink and recoloured parts. Every try of a composition asks for one of few. */
const inOtherInks = oncePer<CutOut, Map<string, CutOut>>(() => new Map());

function recolored(cut: CutOut, ink: string, parts: readonly LogoPart[]): CutOut {
  const known = inOtherInks(cut);
  const grid = partsOf(cut);
  const taken = new Set(parts);
  const key = `${ink} ${grid.parts.map((part) => (taken.has(part) ? 1 : 0)).join('')}`;
  const made = known.get(key) ?? painted(cut, ink, takenCells(grid, taken));
  known.set(key, made);
  return made;
}

/** Returns 1 for each cell of the grid that belongs to one of the parts or is next to it. */
function takenCells({ parts, at, width }: PartGrid, taken: ReadonlySet<LogoPart>): Uint8Array {
  const isTaken = [0, ...parts.map((part) => (taken.has(part) ? 1 : 0))];
  const cells = new Uint8Array(at.length);
  for (const [cell, number] of at.entries())
    if (isTaken[number] === 1) for (const by of [0, -1, 1, -width, width]) cells[cell + by] = 1;
  return cells;
}

function painted(cut: CutOut, ink: string, taken: Uint8Array): CutOut {
  const { width, height } = partsOf(cut);
  const pixels = Buffer.from(cut.pixels);
  const [red = 0, green = 0, blue = 0] = Buffer.from(ink.slice(1), 'hex');
  const columns = Uint32Array.from({ length: cut.width }, (_, x) =>
    Math.min(width - 1, Math.floor((x * width) / cut.width)),
  );
  for (let y = 0, to = 0; y < cut.height; y++) {
    const row = Math.min(height - 1, Math.floor((y * height) / cut.height)) * width;
    for (let x = 0; x < cut.width; x++, to += 4)
      if (taken[row + (columns[x] ?? 0)] === 1) {
        pixels[to] = red;
        pixels[to + 1] = green;
        pixels[to + 2] = blue;
      }
  }
  return { ...cut, pixels };
}
