import type { Found, PictureValue } from '../found.ts';
import { overlay } from '../element.ts';
import { isReadableName, isStandIn, isSvgOrGif } from '../picture-names.ts';
import { absoluteUrl, cleanText } from '../text.ts';
import type { PaintedPicture } from './facts.ts';
import { windowSize } from '../../../browser/browser-flags.ts';

const sideMin = 160;
const asidePlaces = new Set(['footer', 'nav', 'dialog', 'aside', 'header']);

function isPicture({ kind, width, height, naturalWidth, place, names }: PaintedPicture): boolean {
  if (kind === 'svg' || width < sideMin || height < sideMin || overlay.test(names.toLowerCase())) return false;
  return (kind === 'background' || naturalWidth >= sideMin) && (!asidePlaces.has(place) || width >= 600);
}

function confidenceOf({ y, width, height }: PaintedPicture): number {
  const area = Math.min(1, (width * height) / (windowSize.width * windowSize.height * 0.5));
  return Math.max(0.05, 0.35 + area * 0.35 + (y < windowSize.height ? 0.2 : 0) - Math.max(0, y - 900) / 20_000);
}

/**
 * Returns the pictures of the page that may suit an ad. The confidence depends on painted area and position. Leaves out
 * SVGs, GIFs, small pictures, stand-ins that a script has not replaced, and pictures in the header or footer unless they
 * are wide.
 */
export function paintedPictures(pictures: PaintedPicture[], base: URL): Found<PictureValue>[] {
  return pictures.filter(isPicture).flatMap((picture): Found<PictureValue>[] => {
    const url = picture.url === '' ? undefined : absoluteUrl(picture.url, base);
    if (url === undefined || isSvgOrGif(url) || isStandIn(url) || !isReadableName(url)) return [];
    const alt = cleanText(picture.alt, 300) ?? null;
    return [{ value: { url, alt }, source: 'painted', confidence: Math.min(0.9, confidenceOf(picture)) }];
  });
}
