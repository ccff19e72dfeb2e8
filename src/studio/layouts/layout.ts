import { type Box, wholeOf } from '../box.ts';
import { type Ground, litGround } from './grounds.ts';
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

const ownGrounds: ReadonlySet<string> = new Set(['fade', 'seamless']);

/** Reports whether the ground of a layout has the colour of the photo and not that of the job. */
export const hasOwnGround = (layout: string): boolean => ownGrounds.has(layout);

/** How well a layout suits an ad whose texts or pictures it is made for, such as a list of prices. */
export const madeFor = 4;

export function buttonFor(tone: Tone): ButtonShape {
  if (tone === 'elegant') return 'link';
  return tone === 'bold' || tone === 'technical' ? 'box' : 'pill';
}

export const emptyScene = (layout: string, { width, height }: Format, ...layers: Layer[]): Scene => ({
  ...{ layout, width, height, layers },
  texts: [],
  dropped: [],
});

export const panel = (box: Box, color: string): Layer => ({ kind: 'fill', element: 'panel', box, color, radius: 0 });

export const flat = (format: Format, color: string): Layer => panel(wholeOf(format), color);

/** Returns a ground that is lighter in the middle of the canvas. */
export const lit = (format: Format, ground: Ground): Layer => ({
  ...{ kind: 'gradient', box: wholeOf(format), toward: 'center' },
  ...litGround(ground),
});

/** Returns a shape that decorates a ground. */
export const block = (box: Box, color: string, radius = 0): Layer => ({
  ...{ kind: 'fill', element: 'shape' },
  ...{ box, color, radius },
});

export type Point = readonly [x: number, y: number];

export const disc = ([x, y]: Point, radius: number, color: string): Layer =>
  block({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, color, radius);

/** Returns the try that leaves out the fewest texts and, of these, is worth the most. */
export function bestOf<T>(
  tries: readonly (T | null)[],
  { words, worth }: { words: (made: T) => Pick<Scene, 'dropped'>; worth: (made: T) => number },
): T | null {
  const made = tries.filter((each) => each !== null);
  const lost = (each: T) => words(each).dropped.length;
  return made.toSorted((a, b) => lost(a) - lost(b) || worth(b) - worth(a))[0] ?? null;
}

export function wordiness({ type }: LayoutInput): number {
  return type.texts.headline.length + type.texts.subheadline.length + type.texts.offer.length;
}

export function isCroppable(photo: OpenPicture | null): photo is OpenPicture {
  return photo?.analysis.kind === 'photo';
}
