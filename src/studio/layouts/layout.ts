import type { Brief, ColorRoles, Tone } from '../brief.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { Logo } from '../photo/logo.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Layer, Scene } from '../scene.ts';
import type { Format } from '../format.ts';
import type { ButtonShape } from '../text/stack.ts';
import type { Typesetter } from '../text/typesetter.ts';

/** Pictures of one ad that a layout can draw, already decoded. */
export interface Materials {
  photo: OpenPicture | null;
  product: CutOut | null;
  /** Original picture from which `product` was cut out. */
  productPicture: OpenPicture | null;
  logo: Logo | null;
}

export interface LayoutInput extends Materials {
  format: Format;
  type: Typesetter;
  /**
   * Colours of the theme (light or dark) that this ad tries first. The theme is chosen from the brand's preference and
   * the ad's random seed.
   */
  roles: ColorRoles;
  otherRoles: ColorRoles;
  tone: Tone;
  noText: boolean;
  /**
   * Selects one of the choices by the ad's random seed. Within a job, the same purpose gives the same choice for every
   * aspect ratio.
   */
  choose: <T>(purpose: string, choices: readonly [T, ...T[]]) => T;
  /**
   * True if the finished ad will be mirrored for right-to-left text. Photos are not mirrored, so a layout that measures
   * a photo under a text must measure the mirrored position.
   */
  rtl: boolean;
  /**
   * Number of earlier tries of this layout for the same ad. If the first try (0) fails a quality check, the layout is
   * drawn again with 1, which gives a calmer and safer composition, and at last with `lastResort` (2).
   */
  attempt: number;
}

/** A way to compose an ad, on canvases of all shapes. Each layout has its own file and is listed in `registry.ts`. */
export interface Layout {
  name: string;
  /**
   * Returns a number that is higher the better the layout suits the texts and pictures of an ad. 0 means that the
   * layout is not used. The ad's random seed decides between layouts with nearly the same number.
   */
  suits: (brief: Brief, materials: Materials) => number;
  /** Returns the composition of the ad, or null if the layout does not work on this canvas. */
  draw: (input: LayoutInput) => Scene | null;
}

export function buttonFor(tone: Tone): ButtonShape {
  if (tone === 'elegant') return 'link';
  return tone === 'bold' || tone === 'technical' ? 'box' : 'pill';
}

/** Returns an empty composition, to which a layout adds the layers and texts of an ad. */
export function emptyScene(layout: string, { width, height }: Format): Scene {
  return { layout, width, height, layers: [], texts: [], dropped: [] };
}

/** Returns a layer that fills the whole canvas with one colour. */
export function flat({ width, height }: Format, color: string): Layer {
  return { kind: 'fill', element: 'panel', box: { x: 0, y: 0, width, height }, color, radius: 0 };
}

/**
 * Returns the total number of characters of headline, subheadline and offer. Layouts use this number to divide the
 * canvas between text and picture.
 */
export function wordiness({ type }: LayoutInput): number {
  return type.texts.headline.length + type.texts.subheadline.length + type.texts.offer.length;
}

/** Reports whether a picture may be cropped. Photos may be cropped; screenshots, posters and charts may not. */
export function isCroppable(photo: OpenPicture | null): photo is OpenPicture {
  return photo?.analysis.kind === 'photo';
}
