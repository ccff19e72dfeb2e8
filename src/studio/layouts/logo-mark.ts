import type { BrandShape } from '../brand-kit/brand-shape.ts';
import { type Box, inset, type Size } from '../box.ts';
import { contrastOf, luminanceOf } from '../color.ts';
import type { LayoutInput } from '../composition.ts';
import type { CutOut } from '../photo/cut-out.ts';
import { faintShare, type GroundColor, hiddenShare, illegibleShare, inInk, type Logo } from '../photo/logo.ts';
import type { Layer } from '../scene.ts';

/**
 * Maximum share (0 to 1) of the outlines in a logo that may belong to parts that do not show, besides those that show
 * nowhere.
 */
const hiddenMax = 0.04;

/** Maximum share (0 to 1) of the letters of a name, such as one of many colours, that may have less contrast. */
const illegibleMax = 0.2;

const shows = (cutOut: CutOut, ground: GroundColor): boolean =>
  isLegible(cutOut, ground) && hiddenShare(cutOut, ground) <= hiddenMax + faintShare(cutOut);

const isLegible = (cutOut: CutOut, ground: GroundColor): boolean => illegibleShare(cutOut, ground) <= illegibleMax;

/** A way to show a logo: a picture of it and, if nothing else shows all of its parts, the plate under it. */
export interface LogoDrawing {
  picture: CutOut;
  plate: string | null;
}

/**
 * Returns the way in which all parts of a logo show on a ground: the given file; else the parts that do not show in the
 * ink of the ad, if no shape is filled by it; else the given file on a plate.
 */
export function drawingOn(input: LayoutInput, logo: Logo, ground: GroundColor): LogoDrawing {
  if (shows(logo.cutOut, ground)) return { picture: logo.cutOut, plate: null };
  const inked = inInk(logo.cutOut, ground, inkOn(input, ground));
  if (inked !== null && shows(inked, ground)) return { picture: inked, plate: null };
  return { picture: logo.cutOut, plate: plateFor(input, logo, ground) };
}

/** Reports whether the name in a drawing of a logo can be read on a ground. */
export const isLegibleOn = ({ picture, plate }: LogoDrawing, ground: GroundColor): boolean =>
  isLegible(picture, plate ?? ground);

/**
 * Returns the colour of the plate on which a name can be read and the fewest parts of a logo are hidden. Of several,
 * the first that differs from the ad is taken: the coloured ground in the file of the logo, colours of the ad, white
 * and black.
 */
function plateFor({ roles, otherRoles }: LayoutInput, { cutOut }: Logo, ground: GroundColor): string {
  const own = cutOut.ground === undefined || isPaper(cutOut.ground) ? [] : [cutOut.ground];
  const ofAd = [roles.surface, otherRoles.surface, roles.primary];
  const colors = [...own, ...ofAd.filter((color) => !isPaper(color)), '#ffffff', '#000000'];
  const ranked = colors
    .map((color) => ({
      color,
      illegible: Math.max(illegibleMax, illegibleShare(cutOut, color)),
      hidden: Math.max(hiddenMax + faintShare(cutOut), hiddenShare(cutOut, color)),
      sinks: !own.includes(color) && worstContrast(color, ground) < plateContrastMin ? 1 : 0,
    }))
    .toSorted((a, b) => a.illegible - b.illegible || a.hidden - b.hidden || a.sinks - b.sinks);
  return ranked[0]?.color ?? '#ffffff';
}

/** Luminance (0 to 1) from which a plate looks like white paper. */
const paperFrom = 0.97;
const isPaper = (color: string): boolean => luminanceOf(color) >= paperFrom;

/** Contrast ratio with the ad below which a plate looks like a stain. */
const plateContrastMin = 1.2;

export const worstContrast = (color: string, ground: GroundColor): number =>
  Math.min(...(typeof ground === 'string' ? [ground] : ground).map((under) => contrastOf(color, under)));

/** Returns the ink of the two themes that contrasts more with a ground. */
function inkOn({ roles, otherRoles }: LayoutInput, ground: GroundColor): string {
  const against = (color: string) => worstContrast(color, ground);
  return [roles.ink, otherRoles.ink, roles.onPrimary].reduce((best, color) =>
    against(color) > against(best) ? color : best,
  );
}

/** Height of an icon in type units (1 % of the canvas's short side, more on long canvases). */
const iconHeight = 6;

/** Returns the height of a logo in type units. Wide logos are lower than compact ones. */
function heightOf({ cutOut, isIcon }: Logo): number {
  const ratio = cutOut.width / cutOut.height;
  if (isIcon) return iconHeight;
  if (ratio > 2.6) return 4.8;
  return ratio > 1.4 ? 6 : 7.5;
}

/** Maximum width of a logo in type units. */
const widthMax = 34;
/** Maximum width, in type units, of a logo that is enlarged so that the name in it can be read. */
const enlargedWidthMax = 40;

/** Maximum factor by which a logo is enlarged, so that the name in it can be read. */
const growthMax = 1.5;

export interface LogoRoom {
  area: Size;
  /** Type unit in pixels, times the size of the logo compared with its usual one. */
  unit: number;
  /** Height of the logo at which the name in it can be read; 0 if it shows no name. */
  readable: number;
}

/** Returns the size of a logo in an area, without a plate. */
export function logoSize(logo: Logo, { area, unit, readable }: LogoRoom): Size {
  const { cutOut } = logo;
  const ratio = cutOut.width / cutOut.height;
  const sharp = Math.max(cutOut.height * cutOut.scale * 1.5, 2.5 * unit);
  const usual = heightOf(logo) * unit;
  const grows = readable > usual && readable <= growthMax * usual;
  const width = Math.min(area.width, (grows ? enlargedWidthMax : widthMax) * unit);
  const height = Math.min(grows ? readable : usual, width / ratio, sharp, area.height);
  return { width: height * ratio, height };
}

/** Padding between a logo and the edge of its plate, as a share of the logo's height. */
const platePadding = 0.2;
/** Size of a logo on a plate compared with its size without one. */
const platedScale = 0.9;

/** Returns the size of a logo with its plate, reduced to fit in an area. */
export function plateSize(size: Size, area: Size): Size {
  const by = 2 * platePadding * size.height;
  const shrink = Math.min(platedScale, area.width / (size.width + by), area.height / (size.height + by));
  return { width: (size.width + by) * shrink, height: (size.height + by) * shrink };
}

/** Corner radius of a plate by the shape of the brand, as a share of its height. */
const plateRadius: Record<BrandShape, number> = { slab: 0, arch: 0.14, round: 0.2, disc: 0.3 };

/** Returns the layers of a logo. With a plate, `box` is that of the plate. */
export function logoLayers({ picture, plate }: LogoDrawing, box: Box, shape: BrandShape): Layer[] {
  if (plate === null) return [{ kind: 'logo', box, logo: picture }];
  const by = (box.height * platePadding) / (1 + 2 * platePadding);
  return [
    { kind: 'fill', element: 'panel', box, color: plate, radius: box.height * plateRadius[shape] },
    { kind: 'logo', box: inset(box, by), logo: picture },
  ];
}
