import type { Element } from 'domhandler';
import { isBagButton } from '../../../words/actions.ts';
import { evidence, facts, type Features } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import { isElement, isWithin, nameOf, overlay } from '../element.ts';
import type { Page } from '../page.ts';
import { cleanText, textMax } from '../text.ts';
import { visibleText } from './visible-text.ts';

const elementsMax = 200;
const headingsMax = 24;
const aside = /footer|<footer>|<nav>|<aside>|cart-drawer|mini-?cart|mega-?menu|newsletter/;
const others = /related|recommend|upsell|cross-?sell|recently|also-|similar/;
const furniture = /review|breadcrumb|tab(?:s|-|\b)|accordion|\bfaq|rating|comment/;
const card = /card|\bitem\b|teaser|tile|swiper|slide|carousel/;
const named = /(?:product|item|goods)[-_]*(?:detail|info|single|page|main)?[-_]*(?:title|name|heading)|entry-title/;

/** Matches a text that is repeated, as in themes that write the name for small and for large windows. */
const twice = /^(.+) \1$/u;

const places = [
  'h1, h2, h3, h4, button, [type="submit"]',
  ...['title', 'name'].map((word) => `[class*="product" i][class*="${word}" i], [id*="product" i][id*="${word}" i]`),
  '[itemprop="name"]',
].join(', ');

interface Heading {
  element: Element;
  text: string;
  /** Number of usable texts between this one and the first button that puts the product into the bag. */
  toBag: number | undefined;
}

/** Returns the first line of a text, because a box that is named after a product may contain all about it. */
const firstLine = (text = ''): string => text.trim().split(/\n+/)[0] ?? '';

function headings({ $ }: Page): Heading[] {
  const texts = $(places)
    .toArray()
    .filter(isElement)
    .slice(0, elementsMax)
    .flatMap((element) => {
      if (isWithin(element, overlay) || isWithin(element, aside)) return [];
      const written = element.name === 'input' ? element.attribs['value'] : visibleText(element);
      const text = cleanText(/^h\d$/.test(element.name) ? written : firstLine(written), textMax.name);
      return text !== undefined && /\p{L}{2}/u.test(text) ? [{ element, text: text.replace(twice, '$1') }] : [];
    });
  const bag = texts.findIndex(({ text }) => isBagButton(text));
  return texts
    .map((one, at) => ({ ...one, toBag: bag < at ? undefined : bag - at }))
    .filter(({ element }) => !/^(?:button|input)$/.test(element.name))
    .slice(0, headingsMax);
}

function featuresOf({ element, toBag }: Heading, position: number, mains: number): Features {
  const isMain = element.name === 'h1';
  return {
    written: 1,
    'written.early': 1 - position / headingsMax,
    'written.before-bag': toBag === undefined ? 0 : 1 / Math.max(1, toBag),
    ...facts({
      'written.h1': isMain,
      'written.only-h1': isMain && mains === 1,
      'written.named': named.test(nameOf(element)) || element.attribs['itemprop'] === 'name',
      'written.others': isWithin(element, others),
      'written.furniture': isWithin(element, furniture),
      'written.card': isWithin(element, card),
      'written.linked': isWithin(element, /<a>/),
      'written.form': isWithin(element, /<form>/),
    }),
  };
}

/** Extractor of the headings and titles of a product page, of which one is probably the name of the product. */
export const productHeading: Extractor = (page) => {
  if (page.role !== 'product') return {};
  const found = headings(page);
  const mains = found.filter(({ element }) => element.name === 'h1').length;
  return {
    productNames: found.flatMap((one, position) => evidence(one.text, 'page', featuresOf(one, position, mains))),
  };
};
