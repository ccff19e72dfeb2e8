import { windowSize } from '../../../browser/browser-flags.ts';
import { overlay } from '../element.ts';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import type { PictureValue } from '../findings.ts';
import { isLinkAway, type Page } from '../page.ts';
import { isReadableName, isStandIn, isSvgOrGif } from '../picture-names.ts';
import { absoluteUrl, cleanText } from '../text.ts';
import type { PageFacts, PaintedPicture } from './facts.ts';
import { isOther, mainHeading, nearness } from './painted-product.ts';

const sideMin = 120;
const picturesMax = 60;
/** Area in CSS pixels of a picture that fills half of the window. */
const largeArea = (windowSize.width * windowSize.height) / 2;
/** Width in CSS pixels of natural pictures that are fit for any ad, and height of the part of a page that is seen. */
const wholeWidth = 1_200;
const seenHeight = 3_000;
const asidePlaces = new Set(['footer', 'nav', 'dialog', 'aside', 'header']);

function isPicture({ kind, width, height, naturalWidth, names }: PaintedPicture): boolean {
  if (kind === 'svg' || width < sideMin || height < sideMin || overlay.test(names.toLowerCase())) return false;
  return kind === 'background' || naturalWidth >= sideMin;
}

const areaOf = ({ width, height }: PaintedPicture): number => width * height;

/** Returns the other pictures with the size of a picture: its neighbours in a list. */
function alike(picture: PaintedPicture, all: readonly PaintedPicture[]): PaintedPicture[] {
  const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 4;
  return all.filter(
    ({ url, width, height }) => url !== picture.url && isSame(width, picture.width) && isSame(height, picture.height),
  );
}

/** Reports whether a price is painted below a picture and within its width, as in a list of products. */
const isPriced = ({ x, y, width, height }: PaintedPicture, { words }: PageFacts): boolean =>
  words.some((word) => {
    const [below, right] = [word.y - y - height, word.x - x];
    return word.kind === 'price' && below > -40 && below < 220 && right > -20 && right < width;
  });

/** Returns the pictures of a page that may suit an ad. Leaves out SVGs, GIFs, small pictures and stand-ins. */
export function paintedPictures(facts_: PageFacts, page: Page): Evidence<PictureValue>[] {
  const shown = facts_.pictures.filter(isPicture).slice(0, picturesMax);
  const largest = Math.max(1, ...shown.map(areaOf));
  const heading = mainHeading(facts_.words);
  const featuresOf = (picture: PaintedPicture, at: number): Features => {
    const same = alike(picture, shown);
    const isLinked = isLinkAway(picture.href, page);
    return {
      painted: 1,
      'painted.area': Math.min(1, areaOf(picture) / largeArea),
      'painted.share': areaOf(picture) / largest,
      'painted.early': 1 / (at + 1),
      'painted.high': Math.max(0, 1 - picture.y / seenHeight),
      'painted.near-heading': nearness(picture, heading),
      'painted.alike': Math.min(4, same.length) / 4,
      'painted.natural': Math.min(1, picture.naturalWidth / wholeWidth),
      ...facts({
        'painted.first-screen': picture.y < windowSize.height && picture.y + picture.height > 0,
        'painted.background': picture.kind === 'background',
        'painted.linked': isLinked,
        'painted.linked-row': isLinked && same.length > 1 && same.every(({ href }) => isLinkAway(href, page)),
        'painted.priced': isPriced(picture, facts_),
        'painted.aside': asidePlaces.has(picture.place),
        'painted.main': picture.place === 'main',
        'painted.others': isOther(picture.names),
      }),
    };
  };
  return shown.flatMap((picture, at) => {
    const url = picture.url === '' ? undefined : absoluteUrl(picture.url, page.base);
    if (url === undefined || isSvgOrGif(url) || isStandIn(url) || !isReadableName(url)) return [];
    return evidence({ url, alt: cleanText(picture.alt, 300) ?? null }, 'painted', featuresOf(picture, at));
  });
}
