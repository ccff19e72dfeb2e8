import type { FoundLogo } from '../found.ts';
import { logoNames, namesIcon } from '../icon-names.ts';
import { isHomeLink, type Page } from '../page.ts';
import { logoDrawing } from '../svg/logo-drawing.ts';
import { absoluteUrl, foldText } from '../text.ts';
import { domainLabel } from '../title.ts';
import type { PaintedPicture } from './facts.ts';

export interface ScoredLogo {
  picture: PaintedPicture;
  score: number;
}

const brandNames = /site-title|branding|\bbrand\b|navbar-brand/i;
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

/**
 * Reports whether an inline SVG is an icon of the page, such as the sign of a menu or of a bag: by its names,
 * because it is in a button, or because it is small and neither named after a logo nor in a link to the home page.
 */
function isIcon(picture: PaintedPicture, { base, url }: Pick<Page, 'base' | 'url'>): boolean {
  const { kind, names, own, alt, href, width, height, isControl } = picture;
  if (kind !== 'svg') return false;
  if (namesIcon({ names: own, label: alt, domain: domainLabel(url) })) return true;
  if (logoNames.test(`${own} ${alt}`)) return false;
  if (isControl) return true;
  // Links to the top of the page, such as `#`, are also those of menus.
  if (href !== '' && !href.includes('#') && isHomeLink(href, base)) return false;
  const side = Math.max(width, height);
  return side < 40 || (side < 64 && !logoNames.test(names));
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
  const described = `${names} ${alt} ${picture.url.slice(-120)}`;
  const label = foldText(domainLabel(url)).replaceAll(' ', '');
  const evidence: [boolean, number][] = [
    [logoNames.test(described) || brandNames.test(described), 0.35],
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
    [othersNames.test(described), -0.3],
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
    .filter((picture) => isPainted(picture) && isPlausibleSize(picture) && !isIcon(picture, page))
    .map((picture) => ({ picture, score: scoreOf(picture, pictures, page) }))
    .filter(({ score }) => score >= scoreMin)
    .sort((one, other) => other.score - one.score);
}

/**
 * Factor for the confidence of a logo of which only the symbol could be drawn, without its words. A whole logo that
 * another source names is better, an icon is not.
 */
const symbolShare = 0.55;

/** Returns the logo that a picture shows; undefined if it has no URL and cannot be drawn outside of its page. */
function foundLogo({ picture, score }: ScoredLogo, base: URL): FoundLogo | undefined {
  const confidence = Math.min(0.95, score);
  if (picture.kind !== 'svg') {
    const url = picture.url === '' ? undefined : absoluteUrl(picture.url, base);
    return url === undefined ? undefined : { value: url, source: 'painted', confidence };
  }
  const drawn = logoDrawing(picture.drawing, picture);
  return drawn && { value: drawn.url, source: 'painted', confidence: confidence * (drawn.isSymbol ? symbolShare : 1) };
}

/**
 * Returns the best logos. An inline SVG is returned as a data URL. A logo without a URL that cannot be drawn outside of
 * its page ends the list: a picture with a lower score, such as a badge, does not replace it.
 */
export function rankLogos(scored: ScoredLogo[], base: URL): FoundLogo[] {
  const logos = scored.slice(0, logosMax).map((logo) => ({ ...logo, found: foundLogo(logo, base) }));
  const end = logos.findIndex(({ picture, found }) => picture.url === '' && found === undefined);
  return logos.slice(0, end === -1 ? logosMax : end).flatMap(({ found }) => found ?? []);
}

const logosMax = 6;
