import type { Element } from 'domhandler';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import type { Extractor, StatedPrice } from '../findings.ts';
import type { Page } from '../page.ts';
import { isWithin, nameOf, overlay } from '../element.ts';
import { currencyHints } from '../currency-hints.ts';
import { cleanLines, cleanText, textMax } from '../text.ts';
import { shownPrice, shownPrices } from './shown-prices.ts';
import { struck } from './struck.ts';
import { visibleText } from './visible-text.ts';

const aside =
  /related|recommend|upsell|cross-?sell|recently|footer|<footer>|<nav>|<header>|cart|shipping|save|instal|monthly/;
const descriptionPlaces = [
  '[class*="product" i] [class*="short-description" i]',
  '[class*="product" i] [class*="description" i]',
  '[id*="product-description" i]',
  '[class*="product" i] [class*="intro" i]',
  'h1 + p',
  'main p',
];

const pricesMax = 24;
const others = /related|recommend|upsell|cross-?sell|recently|also-|similar/;
const charges = /shipping|delivery|saving|\bsave|instal|monthly|deposit|unit-?price|discount|badge|filter/;
const card = /card|\bitem\b|teaser|tile|swiper|slide|carousel/;
const priceNames = /price|preis|prix|precio|prezzo|amount/;

/** Returns the prices that a product page shows. */
function pricesOf(page: Page): Evidence<StatedPrice>[] {
  const hints = currencyHints(page);
  const places = page
    .$('h1, [class*="price" i], [id*="price" i], [data-price], [class*="amount" i], [itemprop="price"]')
    .toArray()
    .filter((element) => !isWithin(element, overlay))
    .slice(0, 80);
  const heading = places.findIndex(({ name }) => name === 'h1');
  const read = places.flatMap((element, at) => {
    const texts = [visibleText(element, isStruck), visibleText(element)].map((text) => cleanText(text, 200) ?? '');
    const price = texts.map((text) => shownPrice(text, hints)).find((one) => one !== undefined);
    const isUsable = price !== undefined && element.name !== 'h1' && !isWithin(element, others);
    const isFormer = isWithin(element, struck);
    return isUsable ? [{ price, element, isFormer, isAfter: heading >= 0 && at > heading }] : [];
  });
  // A former price stands before the present one on many pages.
  const ordered = [...read.filter(({ isFormer }) => !isFormer), ...read.filter(({ isFormer }) => isFormer)];
  const after = ordered.filter(({ isAfter }) => isAfter);
  return ordered.slice(0, pricesMax).flatMap((one, at) =>
    evidence(one.price, 'page', {
      ...writtenFeatures(one.element),
      'written.early': 1 / (at + 1),
      ...(one.isAfter && { 'written.after-heading': 1 / (after.indexOf(one) + 1) }),
      ...facts({ 'written.former': one.isFormer, 'written.sold': !one.isFormer }),
    }),
  );
}

function writtenFeatures(element: Element): Features {
  return {
    written: 1,
    ...facts({
      'written.basket': isWithin(element, /cart|basket/),
      'written.charge': isWithin(element, charges),
      'written.aside': isWithin(element, /footer|<footer>|<nav>|<header>/),
      'written.card': isWithin(element, card),
      'written.named': priceNames.test(nameOf(element)),
    }),
  };
}

/** Returns the first prices in the text of a page, wherever they are. */
function textPrices(page: Page): Evidence<StatedPrice>[] {
  return shownPrices(page)
    .slice(0, pricesMax)
    .flatMap((price, at) => evidence(price, 'page', { text: 1, 'text.early': 1 / (at + 1) }));
}

/** Reports whether an element is a former price itself, without those around it. */
const isStruck = (element: Element): boolean => struck.test(nameOf(element)) || struck.test(`<${element.name}>`);

function isProse(element: Element): boolean {
  return !isWithin(element, aside) && (cleanText(visibleText(element), 200)?.length ?? 0) >= 40;
}

function descriptionOf({ $ }: Page): string | undefined {
  for (const place of descriptionPlaces) {
    const element = $.root().find(place).toArray().slice(0, 20).find(isProse);
    if (element !== undefined) return cleanLines(visibleText(element), textMax.description);
  }
  return undefined;
}

export const productPage: Extractor = (page) => {
  if (page.role !== 'product') return {};
  return {
    prices: [...pricesOf(page), ...textPrices(page)],
    descriptions: evidence(descriptionOf(page), 'page', { written: 1 }),
  };
};
