import type { Element } from 'domhandler';
import { noProduct, sighting, type Extractor, type Found, type PictureValue } from '../found.ts';
import type { Page } from '../page.ts';
import { isElement, isWithin, nameOf, overlay } from '../element.ts';
import { isPictureFile, isReadableName, isReadableType, isStandIn, isSvgOrGif } from '../picture-names.ts';
import { cleanText } from '../text.ts';
import { backgroundPicture, mayHaveBackground } from './background-picture.ts';
import { elementPicture, isForDesk } from './element-picture.ts';
import { loneNoscriptPlace } from './noscript-picture.ts';
import { pictureUrl, pictureUrls } from './picture-url.ts';

const source = 'page';
const elementsMax = 300;
const backgroundsMax = 60;
const preloadsMax = 10;
const smallestSide = 120;
const furniture = /logo|icon|sprite|badge|payment|avatar|flag|rating|\bstars?\b|tracking|swatch|thumb(?:nail)?s?\b/;
export const heroPlace =
  /hero|banner|jumbotron|masthead|splash|stage|cover|slideshow|slider|billboard|intro|teaser-main|above-the-fold/;
const productPlace =
  /product[-_ ]?(?:media|gallery|image|photo|detail|single|main|hero|__)|gallery|pdp|fotorama|woocommerce-product/;
const aside =
  /related|recommend|upsell|cross-?sell|recently|also-|footer|<footer>|<nav>|<header>|instagram|review|testimonial|newsletter|cart|menu|blog/;

function isSmall({ attribs }: Element): boolean {
  return [attribs['width'], attribs['height']].some(
    (side) => side !== undefined && /^\d+$/.test(side) && Number(side) < smallestSide,
  );
}

/**
 * Reports whether an element shows a picture that an ad may use. `place` is the element that stands in the page: for a
 * picture in `<noscript>`, this is the element around it.
 */
function isPicture(element: Element, url: string, place: Element): boolean {
  const names = `${nameOf(element)} ${element.attribs['alt'] ?? ''} ${fileOf(url)}`.toLowerCase();
  return !isSmall(element) && !furniture.test(names) && isPhotoName(url) && !isWithin(place, overlay);
}

const fileOf = (url: string): string => new URL(url).pathname.slice(-120).toLowerCase();
const isPhotoName = (url: string): boolean => isReadableName(url) && !isSvgOrGif(url) && !isStandIn(url);

function confidenceOf(element: Element, page: Page): number {
  if (isWithin(element, aside)) return 0.15;
  if (isWithin(element, heroPlace)) return 0.75;
  const isEager = element.attribs['fetchpriority'] === 'high' || element.attribs['loading'] === 'eager';
  if (isEager) return 0.6;
  return isWithin(element, /<main>|main|content/) || page.$('main').length === 0 ? 0.45 : 0.3;
}

interface Shown {
  element: Element;
  url: string;
}

function shown(page: Page): Shown[] {
  const elements = page.$('img, amp-img').toArray().slice(0, elementsMax);
  return elements.flatMap((element) => {
    const noscript: unknown = page.$(element).closest('noscript').get(0);
    if (isElement(noscript)) return shownWithoutScripts(element, noscript, page);
    const url = elementPicture(element, page, false);
    return url !== undefined && isPicture(element, url, element) ? [{ element, url }] : [];
  });
}

/** Returns the picture in a `<noscript>` if no other element shows it. Pictures that count visits name no file. */
function shownWithoutScripts(element: Element, noscript: Element, page: Page): Shown[] {
  const place = loneNoscriptPlace(noscript);
  const url = elementPicture(element, page, false);
  if (place === undefined || url === undefined || !isPictureFile(url) || /none/.test(element.attribs['style'] ?? ''))
    return [];
  return isPicture(element, url, place) ? [{ element, url }] : [];
}

function backgrounds(page: Page): Found<PictureValue>[] {
  const places = page.$('*').toArray().filter(isElement).filter(mayHaveBackground).slice(0, backgroundsMax);
  return places.flatMap((element) => {
    const url = isWithin(element, overlay) || isWithin(element, aside) ? undefined : backgroundPicture(element, page);
    if (url === undefined || furniture.test(fileOf(url)) || !isPhotoName(url)) return [];
    return sighting({ url, alt: null }, source, isWithin(element, heroPlace) ? 0.7 : 0.4);
  });
}

/** Returns the pictures that a page asks browsers to load first. It shows them at its top. */
function preloaded({ $, base }: Page): string[] {
  const links = $('link[rel~="preload" i][as="image" i]').toArray().slice(0, preloadsMax);
  return links
    .filter((link) => isForDesk(link) && isReadableType(link.attribs['type'], false))
    .flatMap(
      (link) => pictureUrls(link, { base, mayBeLogo: false }).shown ?? pictureUrl(link.attribs['href'], base) ?? [],
    )
    .filter((url) => isPhotoName(url) && !furniture.test(fileOf(url)));
}

function galleryOf(page: Page, pictures: Shown[]): string[] {
  const isGallery = ({ element }: Shown): boolean => isWithin(element, productPlace) && !isWithin(element, aside);
  const gallery = pictures.filter(isGallery).map(({ url }) => url);
  if (gallery.length > 0) return gallery;
  const besides = pictures.filter(({ element }) => !isWithin(element, aside)).map(({ url }) => url);
  return page.$('h1').length > 0 ? [...besides, ...preloaded(page)].slice(0, 3) : [];
}

export const pictures: Extractor = (page) => {
  const found = shown(page);
  if (page.role === 'product') {
    const images = [...new Set(galleryOf(page, found))].slice(0, 12);
    return images.length === 0 ? {} : { products: [{ value: { ...noProduct, images }, source, confidence: 0.4 }] };
  }
  const asFound = found.map(({ element, url }): Found<PictureValue> => {
    const alt = cleanText(element.attribs['alt'], 300) ?? null;
    return { value: { url, alt }, source, confidence: confidenceOf(element, page) };
  });
  const first = preloaded(page).flatMap((url) => sighting({ url, alt: null }, source, 0.5));
  return { pictures: [...asFound.filter(({ confidence }) => confidence >= 0.3), ...backgrounds(page), ...first] };
};
