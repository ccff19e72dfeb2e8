import type { Brief, ColorRoles, Tone } from '../brief.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { Logo } from '../photo/logo.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Layer, Scene } from '../scene.ts';
import type { Format } from '../format.ts';
import type { ButtonShape } from '../text/stack.ts';
import type { Typesetter } from '../text/typesetter.ts';

/** What there is to make a picture of. */
export interface Materials {
  photo: OpenPicture | null;
  product: CutOut | null;
  /** Picture that the product was cut out of. */
  productPicture: OpenPicture | null;
  logo: Logo | null;
}

export interface LayoutInput extends Materials {
  format: Format;
  type: Typesetter;
  /** The leading theme and the other one. */
  roles: ColorRoles;
  otherRoles: ColorRoles;
  tone: Tone;
  noText: boolean;
  /** A choice that the seed makes; the same for every ratio of a job. */
  choose: <T>(purpose: string, choices: readonly [T, ...T[]]) => T;
  /** The scene will be mirrored: what is looked up in a photo must be looked up on the other side. */
  rtl: boolean;
  /** 0 at first; after a broken rule the layout is asked again with 1: calmer, safer. */
  attempt: number;
}

/** One idea of an ad, for every shape of canvas. One file each; named in `registry.ts`. */
export interface Layout {
  name: string;
  /** How well it suits, 0 not at all. The seed decides among those that suit nearly as well. */
  suits: (brief: Brief, materials: Materials) => number;
  /** Null where it cannot be done well on this canvas. */
  draw: (input: LayoutInput) => Scene | null;
}

export function buttonFor(tone: Tone): ButtonShape {
  if (tone === 'elegant') return 'link';
  return tone === 'bold' || tone === 'technical' ? 'box' : 'pill';
}

/** A scene of this layout with nothing in it yet. */
export function emptyScene(layout: string, { width, height }: Format): Scene {
  return { layout, width, height, layers: [], texts: [], dropped: [] };
}

/** The whole canvas in one colour. */
export function flat({ width, height }: Format, color: string): Layer {
  return { kind: 'fill', element: 'panel', box: { x: 0, y: 0, width, height }, color, radius: 0 };
}

/** Characters to be set in the column: what the division of the canvas goes by. */
export function wordiness({ type }: LayoutInput): number {
  return type.texts.headline.length + type.texts.subheadline.length + type.texts.offer.length;
}

/** Reports whether the picture may be cropped. Screens, posters and charts may not. */
export function isCroppable(photo: OpenPicture | null): photo is OpenPicture {
  return photo?.analysis.kind === 'photo';
}
