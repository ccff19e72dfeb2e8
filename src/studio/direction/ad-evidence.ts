import type { Box, Size } from '../box.ts';
import type { RenderedAd } from '../brief.ts';
import { distance, type Lch, lchOf } from '../brand-kit/color.ts';
import { lchPixels } from './lch-pixels.ts';

/** Measurements of a drawn ad that are compared with a direction. */
export interface AdEvidence extends Pick<RenderedAd, 'layout' | 'copy' | 'hasLogo' | 'shown' | 'sizes' | 'dropped'> {
  aspectRatio: string;
  /** Share of the ad's area, 0 to 1, that the largest picture covers. */
  pictureShare: number;
  /** Centre of the largest picture, in shares of width and height; null without a picture. */
  centre: { x: number; y: number } | null;
  /** Number of pictures. */
  pictures: number;
  /** Median lightness in OKLCH of the pixels outside the pictures, or of all pixels if a picture fills the ad. */
  lightness: number;
  /** Share of the pixels that are not grey. */
  colored: number;
  /** Returns the share of the pixels whose colour is near a colour. */
  shareNear: (hex: string) => number;
}

/** Side in pixels of the small copy that is measured. */
const side = 80;
/** Chroma in OKLCH from which on a pixel is not grey. */
const coloredMin = 0.045;
/** Maximum distance in OKLab of two colours that are near. */
const nearDistance = 0.13;
/** Share of the pixels outside of pictures below which all pixels are measured. */
const outsideMin = 0.1;

/** Measures a drawn ad. */
export async function adEvidence(ad: RenderedAd, aspectRatio: string): Promise<AdEvidence> {
  const pixels = await lchPixels(ad.png, side);
  const boxes = ad.places.elements.filter(({ kind }) => kind === 'photo' || kind === 'product').map(({ box }) => box);
  const isInside = (at: number): boolean => {
    const [x, y] = [((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side];
    return boxes.some(
      (box) =>
        x * ad.width >= box.x &&
        x * ad.width < box.x + box.width &&
        y * ad.height >= box.y &&
        y * ad.height < box.y + box.height,
    );
  };
  const outside = pixels.filter((_, at) => !isInside(at));
  const ground = outside.length < outsideMin * pixels.length ? pixels : outside;
  const { layout, copy, hasLogo, shown, sizes, dropped } = ad;
  const share = (isCounted: (pixel: Lch) => boolean): number => pixels.filter(isCounted).length / pixels.length;
  return {
    ...{ layout, copy, hasLogo, shown, sizes, dropped, aspectRatio },
    pictureShare: Math.max(0, ...boxes.map((box) => (box.width * box.height) / (ad.width * ad.height))),
    centre: centreOf(boxes, ad),
    pictures: boxes.length,
    lightness: median(ground.map(({ l }) => l)),
    colored: share(({ c }) => c >= coloredMin),
    shareNear: (hex) => {
      const color = lchOf(hex);
      return share((pixel) => distance(pixel, color) <= nearDistance);
    },
  };
}

function centreOf(boxes: readonly Box[], { width, height }: Size): AdEvidence['centre'] {
  const [largest] = boxes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (largest === undefined) return null;
  return { x: (largest.x + largest.width / 2) / width, y: (largest.y + largest.height / 2) / height };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;
