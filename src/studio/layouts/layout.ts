import type { Brief, Tone } from '../brief.ts';
import type { Composition, LayoutInput, Materials } from '../composition.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Layer, Scene } from '../scene.ts';
import type { Format } from '../format.ts';
import type { ButtonShape } from '../text/stack.ts';

/** A composition for image ads. Each layout has its own file and is listed in `registry.ts`. */
export interface Layout extends Composition {
  /**
   * Returns a number that is higher the better the layout suits the texts and pictures of an ad. 0 means that the
   * layout is not used. The ad's random seed decides between layouts with nearly the same number.
   */
  suits: (brief: Brief, materials: Materials) => number;
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
