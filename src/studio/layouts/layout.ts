import type { Brief, ColorRoles, Tone } from '../brief.ts';
import type { CutOut } from '../photo/cut-out.ts';
import type { Logo } from '../photo/logo.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Layer, Scene } from '../scene.ts';
import type { Format } from '../format.ts';
import type { ButtonShape } from '../text/stack.ts';
import type { Typesetter } from '../text/typesetter.ts';

export interface Materials {
  photo: OpenPicture | null;
  product: CutOut | null;
  productPicture: OpenPicture | null;
  logo: Logo | null;
}

export interface LayoutInput extends Materials {
  format: Format;
  type: Typesetter;
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
  draw: (input: LayoutInput) => Scene | null;
}

export function buttonFor(tone: Tone): ButtonShape {
  if (tone === 'elegant') return 'link';
  return tone === 'bold' || tone === 'technical' ? 'box' : 'pill';
}

export function emptyScene(layout: string, { width, height }: Format): Scene {
  return { layout, width, height, layers: [], texts: [], dropped: [] };
}

export function flat({ width, height }: Format, color: string): Layer {
  return { kind: 'fill', element: 'panel', box: { x: 0, y: 0, width, height }, color, radius: 0 };
}

export function wordiness({ type }: LayoutInput): number {
  return type.texts.headline.length + type.texts.subheadline.length + type.texts.offer.length;
}

export function isCroppable(photo: OpenPicture | null): photo is OpenPicture {
  return photo?.analysis.kind === 'photo';
}
