import { type Box, intersection, wholeOf } from '../box.ts';
import type { Format } from '../format.ts';
import { enlargement } from '../photo/crop.ts';
import type { LayerOf } from '../scene.ts';

/** How the photo of an ad is placed, each from 0 to 1. All are the same for ads without a photo. */
export interface PhotoPlace {
  /** 0 if the photo reaches one or two edges of the canvas, which looks like a mistake; else 1. */
  edges: number;
  /** 1 if the photo has round corners. */
  rounded: number;
  /** 1 if the photo is not enlarged, 0 if it is enlarged to twice its size. */
  sharp: number;
}

/** Distance from the edge of the canvas, in units, up to which a photo reaches the edge. */
const near = 0.3;

export function photoPlace(photos: readonly LayerOf<'photo'>[], format: Format): PhotoPlace {
  const reached = Math.max(0, ...photos.map(({ box }) => edgesOf(intersection(box, wholeOf(format)), format)));
  const enlarged = Math.max(1, ...photos.map(({ picture, crop, box }) => enlargement(picture, crop, box)));
  return {
    edges: reached === 1 || reached === 2 ? 0 : 1,
    rounded: photos.some(({ radius }) => radius > 0) ? 1 : 0,
    sharp: Math.max(0, 2 - enlarged),
  };
}

function edgesOf({ x, y, width, height }: Box, format: Format): number {
  const gaps = [x, y, format.width - x - width, format.height - y - height];
  return gaps.filter((gap) => gap <= near * format.u).length;
}
