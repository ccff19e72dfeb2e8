import type { FoundLogo } from '../found.ts';
import { isHomeLink, type Page } from '../page.ts';
import { absoluteUrl, foldText } from '../text.ts';
import { domainLabel } from '../title.ts';
import type { PaintedPicture } from './facts.ts';

export interface ScoredLogo {
  picture: PaintedPicture;
  score: number;
}

const logoNames = /logo|brandmark|wordmark|site-title|branding|\bbrand\b|navbar-brand/i;
const othersNames =
  /partner|client|customer|payment|press|trust|featured|award|certif|badge|social|sponsor|testimonial|flag|avatar|rating/i;
const scoreMin = 0.45;

const sizeMax = { usual: { width: 700, height: 320 }, named: { width: 900, height: 700 } };

/** A picture whose file is named after a logo may fill the hero of the page. */
function isPlausibleSize({ url, width, height }: PaintedPicture): boolean {
  const max = /logo/i.test(url.slice(-80)) ? sizeMax.named : sizeMax.usual;
  return width >= 16 && height >= 10 && width <= max.width && height <= max.height;
}

/** Reports whether a picture of the size of a logo is the first one of the page, at its top. */
function isTopmost({ x, y, width, height, kind }: PaintedPicture, pictures: PaintedPicture[]): boolean {
  const isBanner = width > 420 || height > 180 || width < 40 || kind === 'background';
  if (isBanner || y >= 120 || x > 700) return false;
  return pictures.every((other) => other.kind === 'background' || other.y > y - 8 || other.width > 420);
}

/** Reports whether a picture has loaded. Browsers show only the alternative text of a picture that has not loaded. */
function isPainted({ kind, naturalWidth }: PaintedPicture): boolean {
  return kind !== 'img' || naturalWidth > 0;
}

function isIconSized({ kind, width, height }: PaintedPicture): boolean {
  return Math.max(width, height) < (kind === 'svg' ? 40 : 28);
}

/** Reports whether a logo is painted as large as a picture of the page. */
export function isPictureSized({ width, height }: PaintedPicture): boolean {
  return width > 420 || height > 200;
}

function linkScore(href: string, base: URL): number {
  if (href === '') return 0;
  return isHomeLink(href, base) ? 0.3 : -0.2;
}

function scoreOf(
  picture: PaintedPicture,
  pictures: PaintedPicture[],
  { base, url }: Pick<Page, 'base' | 'url'>,
): number {
  const { kind, alt, x, y, width, height, place, names, href } = picture;
  const said = `${names} ${alt} ${picture.url.slice(-120)}`;
  const label = foldText(domainLabel(url)).replaceAll(' ', '');
  const evidence: [boolean, number][] = [
    [logoNames.test(said), 0.35],
    [place === 'header' || place === 'nav', 0.2],
    [y < 220, 0.2],
    [linkScore(href, base) >= 0 && isTopmost(picture, pictures), 0.2],
    [y > 900, -0.3],
    [label.length > 2 && foldText(alt).replaceAll(' ', '').includes(label), 0.15],
    [width >= 60 && height >= 18, 0.05],
    [x + width / 2 < 760, 0.03],
    [isIconSized(picture), -0.25],
    [isPictureSized(picture), -0.15],
    [place === 'footer' || place === 'dialog', -0.4],
    [othersNames.test(said), -0.3],
    [kind === 'background', -0.05],
  ];
  return evidence.reduce((sum, [holds, worth]) => sum + (holds ? worth : 0), linkScore(href, base));
}

/**
 * Returns the pictures that may be the logo, best first: by a link to the home page, position, painted size, and names
 * such as `logo`. The browser has not recorded pictures that are not painted, such as hidden ones.
 */
export function scoreLogos(pictures: PaintedPicture[], page: Pick<Page, 'base' | 'url'>): ScoredLogo[] {
  return pictures
    .filter((picture) => isPainted(picture) && isPlausibleSize(picture))
    .map((picture) => ({ picture, score: scoreOf(picture, pictures, page) }))
    .filter(({ score }) => score >= scoreMin)
    .sort((one, other) => other.score - one.score);
}

/**
 * Returns the logos that have a URL and a higher score than every logo without one. An inline SVG has no URL, so only
 * its colours are used. If it is the best logo, a picture with a lower score, such as a badge, does not replace it.
 */
export function rankLogos(scored: ScoredLogo[], base: URL): FoundLogo[] {
  const inlineAt = scored.findIndex(({ picture }) => picture.url === '');
  return scored.slice(0, inlineAt === -1 ? 6 : Math.min(6, inlineAt)).flatMap(({ picture, score }) => {
    const url = absoluteUrl(picture.url, base);
    return url === undefined ? [] : [{ value: url, source: 'painted' as const, confidence: Math.min(0.95, score) }];
  });
}
