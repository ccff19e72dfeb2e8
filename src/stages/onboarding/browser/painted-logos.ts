import { facts, type Evidence, type Features } from '../evidence.ts';
import type { LogoValue } from '../findings.ts';
import { fileOf, logoNames, namesIcon } from '../icon-names.ts';
import { isHomeLink, type Page } from '../page.ts';
import { ranked, type Ranked } from '../rank/candidates.ts';
import { logoModel } from '../rank/weights/logo.ts';
import { absoluteUrl } from '../text.ts';
import { domainLabel, saysDomain } from '../title.ts';
import type { PageFacts, PaintedPicture, PaintedWords } from './facts.ts';
import { paintedLogoUrl } from './paint-logo.ts';
import type { PaintedPage } from './paint-page.ts';

type Place = Pick<Page, 'base' | 'url'>;

/** A picture that may be the logo, and its place in the facts of the page. */
export interface PaintedLogo {
  at: number;
  picture: PaintedPicture;
}

const brandNames = /site-title|branding|\bbrand\b|navbar-brand/i;
const othersNames =
  /partner|client|customer|payment|press|trust|featured|award|certif|badge|social|sponsor|testimonial|flag|avatar|rating/i;

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

/**
 * Reports whether an inline SVG is an icon of the page, such as the sign of a menu or of a bag: by its names,
 * because it is in a button, or because it is small and neither named after a logo nor in a link to the home page.
 */
function isIcon(picture: PaintedPicture, { base, url }: Place): boolean {
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

function isIconSized({ kind, width, height }: PaintedPicture): boolean {
  return Math.max(width, height) < (kind === 'svg' ? 40 : 28);
}

/** Reports whether a logo is painted as large as a picture of the page. */
export function isPictureSized({ width, height }: PaintedPicture): boolean {
  return width > 420 || height > 200;
}

/** Reports whether short words stand next to a picture, as those of a name in type next to a symbol do. */
function isBeside({ x, y, width, height }: PaintedPicture, words: PaintedWords): boolean {
  const gap = Math.max(words.x - (x + width), x - (words.x + words.width));
  const middle = y + height / 2;
  return words.text.length <= 40 && gap < 40 && words.y < middle && words.y + words.height > middle;
}

type Shown = Pick<PageFacts, 'pictures' | 'words'>;

function featuresOf(picture: PaintedPicture, { pictures, words }: Shown, { base, url }: Place): Features {
  const { kind, alt, own, x, y, width, height, place, names, href } = picture;
  const file = fileOf(picture.url);
  const isHome = href !== '' && isHomeLink(href, base);
  const isElsewhere = href !== '' && !isHome;
  const isInHeader = place === 'header' || place === 'nav';
  return facts({
    painted: true,
    'painted.named': logoNames.test(`${names} ${alt}`) || brandNames.test(`${names} ${alt}`),
    'painted.own-name': logoNames.test(`${own} ${alt}`),
    'painted.header': isInHeader,
    'painted.footer': place === 'footer' || place === 'dialog',
    'painted.top': y < 220,
    'painted.below': y > 900,
    'painted.topmost': !isElsewhere && isTopmost(picture, pictures),
    'painted.home-link': isHome,
    'painted.home-link.header': isHome && y < 220 && isInHeader,
    'painted.beside-words': words.some((each) => isBeside(picture, each)),
    'painted.elsewhere': isElsewhere,
    'painted.label': saysDomain(alt, url),
    'painted.file-label': saysDomain(file, url),
    'painted.left': x + width / 2 < 760,
    'painted.sized': width >= 60 && height >= 18,
    'painted.tiny': isIconSized(picture),
    'painted.large': isPictureSized(picture),
    'painted.long': width > 2 * height,
    'painted.others': othersNames.test(`${names} ${alt} ${file}`),
    'painted.background': kind === 'background',
    'painted.drawing': kind === 'svg',
    'painted.control': picture.isControl,
  });
}

const logosMax = 12;

/**
 * Returns the pictures that may be the logo, best first. The browser has not recorded pictures that are not painted, such
 * as hidden ones.
 */
export function rankPaintedLogos(shown: Shown, page: Place): Ranked<PaintedLogo>[] {
  const found = shown.pictures.flatMap((picture, at) =>
    isPainted(picture) && isPlausibleSize(picture) && !isIcon(picture, page)
      ? [{ value: { at, picture }, source: 'painted' as const, features: featuresOf(picture, shown, page) }]
      : [],
  );
  const all = ranked(found, logoModel);
  const isFirst = ({ value: { picture } }: Ranked<PaintedLogo>, at: number): boolean =>
    picture.url === '' || all.findIndex(({ value }) => value.picture.url === picture.url) === at;
  return all.filter(isFirst).slice(0, logosMax);
}

/** Number of the best logos of which one is painted, if only a browser can show it. */
const paintedMax = 3;

/** Returns the place of the best logo that has no file which can be drawn; undefined without one. */
export function logoToPaint(
  logos: readonly Ranked<PaintedLogo>[],
  isBrowserOnly: (url: string) => boolean,
): number | undefined {
  return logos.slice(0, paintedMax).find(({ value: { picture } }) => picture.url === '' || isBrowserOnly(picture.url))
    ?.value.at;
}

/**
 * Returns the logos. One without a file is returned as it was painted; if it was not, it ends the list: a worse picture,
 * such as a badge, does not replace it.
 */
export async function paintedLogoEvidence(
  logos: readonly Ranked<PaintedLogo>[],
  { logo }: Pick<PaintedPage, 'logo'>,
  base: URL,
): Promise<Evidence<LogoValue>[]> {
  const painted = logo && (await paintedLogoUrl(logo.png));
  const found = logos.map(({ value: { at, picture }, source, features }) => {
    const file = picture.url === '' ? undefined : absoluteUrl(picture.url, base);
    const url = (at === logo?.at ? painted : undefined) ?? file;
    return url === undefined ? undefined : { value: { url, ...(file !== undefined && { file }) }, source, features };
  });
  const end = found.indexOf(undefined);
  return found.slice(0, end === -1 ? logosMax : end).flatMap((one) => one ?? []);
}
