import type { Element } from 'domhandler';
import { evidence, facts, type Features } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import type { Page } from '../page.ts';
import { around, isElement, isWithin, nameOf, overlay } from '../element.ts';
import { isPictureFile, isReadableName, isReadableType, isStandIn, isSvgOrGif } from '../picture-names.ts';
import { cleanText } from '../text.ts';
import { backgroundPicture, mayHaveBackground } from './background-picture.ts';
import { elementPicture, isForDesk } from './element-picture.ts';
import { loneNoscriptPlace } from './noscript-picture.ts';
import { placesOf } from './picture-place.ts';
import { pictureUrl, pictureUrls } from './picture-url.ts';

const source = 'page';
const elementsMax = 300;
const backgroundsMax = 60;
const preloadsMax = 10;
const picturesMax = 60;
const smallestSide = 120;
const furniture = /logo|icon|sprite|badge|payment|avatar|flag|rating|\bstars?\b|tracking|swatch|thumb(?:nail)?s?\b/;
export const heroPlace =
  /hero|banner|jumbotron|masthead|splash|stage|cover|slideshow|slider|billboard|intro|teaser-main|above-the-fold/;
const productPlace =
  /product[-_ ]?(?:media|gallery|image|photo|detail|single|main|hero|__)|gallery|pdp|fotorama|woocommerce-product/;
const aside =
  /related|recommend|upsell|cross-?sell|recently|also-|footer|<footer>|<nav>|<header>|instagram|review|testimonial|newsletter|cart|menu|blog/;
const card = /card|\bitem\b|teaser|tile|swiper|slide|carousel/;

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
  return !isSmall(element) && isPhotoName(url) && !isWithin(place, overlay) && !around(place).some(opensChat);
}

const chatLink = /^(?:tel|sms|mailto):|^https?:\/\/(?:[\w-]+\.)*(?:wa\.me|whatsapp\.com|t\.me|m\.me|line\.me)\//i;

/** Reports whether an element is a link that writes to or calls the shop: its picture is a button. */
const opensChat = ({ name, attribs }: Element): boolean => name === 'a' && chatLink.test(attribs['href'] ?? '');

const fileOf = (url: string): string => new URL(url).pathname.slice(-120).toLowerCase();
const isPhotoName = (url: string): boolean => isReadableName(url) && !isSvgOrGif(url) && !isStandIn(url);

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

function backgrounds(page: Page): Shown[] {
  const places = page.$('*').toArray().filter(isElement).filter(mayHaveBackground).slice(0, backgroundsMax);
  return places.flatMap((element) => {
    const url = isWithin(element, overlay) ? undefined : backgroundPicture(element, page);
    return url === undefined || furniture.test(fileOf(url)) || !isPhotoName(url) ? [] : [{ element, url }];
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

function namesOf(element: Element, url: string): Features {
  const { attribs } = element;
  return facts({
    'written.furniture': furniture.test(`${nameOf(element)} ${attribs['alt'] ?? ''} ${fileOf(url)}`.toLowerCase()),
    'written.hero': isWithin(element, heroPlace),
    'written.main': isWithin(element, /<main>|main|content/),
    'written.eager': attribs['fetchpriority'] === 'high' || attribs['loading'] === 'eager',
    'written.gallery': isWithin(element, productPlace),
    'written.aside': isWithin(element, aside),
    'written.card': isWithin(element, card),
  });
}

/** Extractor of the pictures that a page shows, each with what its place and its names say. */
export const pictures: Extractor = (page) => {
  const placeOf = placesOf(page);
  const found = (all: Shown[], name: string) => {
    let before = 0;
    return all.slice(0, picturesMax).flatMap(({ element, url }) => {
      const names = namesOf(element, url);
      // A logo or a badge at the top of the page does not count.
      if (!('written.furniture' in names || 'written.aside' in names)) before += 1;
      return evidence({ url, alt: cleanText(element.attribs['alt'], 300) ?? null }, source, {
        [name]: 1,
        [`${name}.early`]: 1 / Math.max(1, before),
        ...names,
        ...placeOf(element),
      });
    });
  };
  return {
    pictures: [
      ...found(shown(page), 'written'),
      ...found(backgrounds(page), 'background'),
      ...preloaded(page).flatMap((url) => evidence({ url, alt: null }, source, { preload: 1 })),
    ],
  };
};
