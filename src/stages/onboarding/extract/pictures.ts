import type { Element } from 'domhandler';
import { sighting, type Extractor, type Found, type PictureValue } from '../found.ts';
import type { Page } from '../page.ts';
import { isElement, isWithin, nameOf, overlay } from '../element.ts';
import { cleanText } from '../text.ts';
import { pictureUrl } from './picture-url.ts';

const source = 'page';
const elementsMax = 300;
const smallestSide = 120;
const furniture =
  /logo|icon|sprite|badge|payment|avatar|flag|rating|\bstars?\b|placeholder|loader|loading|spinner|pixel|tracking|swatch|thumb(?:nail)?s?\b|blank|spacer/;
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

function isPicture(element: Element, url: string): boolean {
  const said = `${nameOf(element)} ${element.attribs['alt'] ?? ''} ${new URL(url).pathname.slice(-120)}`.toLowerCase();
  return (
    !isSmall(element) && !/\.(?:svg|ico|gif)(?:$|\?)/i.test(url) && !furniture.test(said) && !isWithin(element, overlay)
  );
}

function urlOf(element: Element, { $, base }: Page): string | undefined {
  const parent: unknown = element.parent;
  const sources = isElement(parent) && parent.name === 'picture' ? $(parent).children('source').toArray() : [];
  const usable = sources.find(
    ({ attribs }) => !/svg/.test(attribs['type'] ?? '') && !/max-width|dark/.test(attribs['media'] ?? ''),
  );
  return (usable === undefined ? undefined : pictureUrl(usable, base)) ?? pictureUrl(element, base);
}

function confidenceOf(element: Element, page: Page): number {
  if (isWithin(element, aside)) return 0.15;
  if (isWithin(element, heroPlace)) return 0.75;
  const isEager = element.attribs['fetchpriority'] === 'high' || element.attribs['loading'] === 'eager';
  if (isEager) return 0.6;
  return isWithin(element, /<main>|main|content/) || page.$('main').length === 0 ? 0.45 : 0.3;
}

function shown(page: Page): { element: Element; url: string }[] {
  const elements = page.$('img').toArray().slice(0, elementsMax);
  return elements.flatMap((element) => {
    const url = urlOf(element, page);
    return url !== undefined && isPicture(element, url) ? [{ element, url }] : [];
  });
}

function backgroundUrl(element: Element, { styles, base }: Page): string | undefined {
  const { 'data-bg': lazy, 'data-background-image': lazier, style = '' } = element.attribs;
  const declared = [styles?.declared(element, 'background-image'), styles?.declared(element, 'background'), style];
  const targets = declared.map((text) => /url\(\s*["']?([^"')]{1,2048})/i.exec(text ?? '')?.[1]);
  const url = pictureUrl(
    [lazy, lazier, ...targets].find((target) => target !== undefined),
    base,
  );
  return url === undefined || /\.(?:svg|gif)(?:$|\?)/i.test(url) ? undefined : url;
}

const backgroundPlaces =
  '[style*="background"], [class*="hero" i], [class*="banner" i], [data-bg], [data-background-image]';

function backgrounds(page: Page): Found<PictureValue>[] {
  const places = page.$(backgroundPlaces).toArray().slice(0, 60);
  return places.flatMap((element) => {
    const url = isWithin(element, overlay) || isWithin(element, aside) ? undefined : backgroundUrl(element, page);
    return url === undefined ? [] : sighting({ url, alt: null }, source, isWithin(element, heroPlace) ? 0.7 : 0.4);
  });
}

function galleryOf(page: Page, pictures: { element: Element; url: string }[]): string[] {
  const isGallery = ({ element }: { element: Element }): boolean =>
    isWithin(element, productPlace) && !isWithin(element, aside);
  const gallery = pictures.filter(isGallery).map(({ url }) => url);
  if (gallery.length > 0) return gallery;
  const besides = pictures.filter(({ element }) => !isWithin(element, aside)).map(({ url }) => url);
  return page.$('h1').length > 0 ? besides.slice(0, 3) : [];
}

export const pictures: Extractor = (page) => {
  const found = shown(page);
  if (page.role === 'product') {
    const images = [...new Set(galleryOf(page, found))].slice(0, 12);
    const value = { name: null, description: null, price: null, currency: null, images };
    return images.length === 0 ? {} : { products: [{ value, source, confidence: 0.4 }] };
  }
  const asFound = found.map(({ element, url }): Found<PictureValue> => {
    const alt = cleanText(element.attribs['alt'], 300) ?? null;
    return { value: { url, alt }, source, confidence: confidenceOf(element, page) };
  });
  return { pictures: [...asFound.filter(({ confidence }) => confidence >= 0.3), ...backgrounds(page)] };
};
