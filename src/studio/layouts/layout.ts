import type { Brief, ColorRoles, Tone } from '../brief.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { Logo } from '../photo/logo.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Layer, Scene } from '../scene.ts';
import type { Format } from '../format.ts';
import type { ButtonShape } from '../text/stack.ts';
import type { Typesetter } from '../text/typesetter.ts';

/** Pictures available to a layout. */
export interface Materials {
  photo: OpenPicture | null;
  product: CutOut | null;
  /** The picture from which `product` was cut out. */
  productPicture: OpenPicture | null;
  logo: Logo | null;
}

export interface LayoutInput extends Materials {
  format: Format;
  type: Typesetter;
  /** Colours of the theme that this ad uses first: light or dark, by the brand's preference and the seed. */
  roles: ColorRoles;
  otherRoles: ColorRoles;
  tone: Tone;
  noText: boolean;
  /** Makes a choice by the seed. The choice for one purpose is the same for every ratio of a job. */
  choose: <T>(purpose: string, choices: readonly [T, ...T[]]) => T;
  /** True if the scene will be mirrored. Lookups in a photo must then use the other side. */
  rtl: boolean;
  /**
   * 0 in the first try of a layout. After a failed check the layout is drawn again with 1, in a calmer and safer way,
   * and at last with `lastResort`.
   */
  attempt: number;
}

/** One way to compose an ad, on canvases of all shapes. Each layout has a file of its own, listed in `registry.ts`. */
export interface Layout {
  name: string;
  /**
   * Returns how well the layout suits the brief and its pictures; 0 means not at all. The seed decides between layouts
   * of nearly equal suitability.
   */
  suits: (brief: Brief, materials: Materials) => number;
  /** Returns the scene; null if the layout does not work on this canvas. */
  draw: (input: LayoutInput) => Scene | null;
}

export function buttonFor(tone: Tone): ButtonShape {
  if (tone === 'elegant') return 'link';
  return tone === 'bold' || tone === 'technical' ? 'box' : 'pill';
}

/** Returns a scene of this layout without content. */
export function emptyScene(layout: string, { width, height }: Format): Scene {
  return { layout, width, height, layers: [], texts: [], dropped: [] };
}

/** Returns a layer that covers the canvas with one colour. */
export function flat({ width, height }: Format, color: string): Layer {
  return { kind: 'fill', element: 'panel', box: { x: 0, y: 0, width, height }, color, radius: 0 };
}

/** Number of characters of headline, subheadline and offer, which decides how the canvas is divided. */
export function wordiness({ type }: LayoutInput): number {
  return type.texts.headline.length + type.texts.subheadline.length + type.texts.offer.length;
}

/** Reports whether the picture may be cropped. Screenshots, posters and charts may not be cropped. */
export function isCroppable(photo: OpenPicture | null): photo is OpenPicture {
  return photo?.analysis.kind === 'photo';
}
