import type { Element } from 'domhandler';
import type { Extractor } from '../found.ts';
import type { Page } from '../page.ts';
import { isWithin, nameOf } from '../element.ts';
import { currencyHints } from '../currency-hints.ts';
import { cleanLines, cleanText, textMax } from '../text.ts';
import { shownPrice } from './shown-prices.ts';
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

function priceOf(page: Page): { price: string; currency: string | null } | undefined {
  const hints = currencyHints(page);
  const places = page
    .$('[class*="price" i], [id*="price" i], [data-price], [class*="amount" i]')
    .toArray()
    .slice(0, 80);
  const usable = places.filter((element) => !isWithin(element, aside));
  const ordered = [...usable.filter((element) => !isWithin(element, struck)), ...usable];
  for (const element of ordered) {
    const texts = [visibleText(element, isStruck), visibleText(element)].map((text) => cleanText(text, 200) ?? '');
    const price = texts.map((text) => shownPrice(text, hints)).find((read) => read !== undefined);
    if (price !== undefined) return price;
  }
  return undefined;
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
  const { price = null, currency = null } = priceOf(page) ?? {};
  const description = descriptionOf(page) ?? null;
  if (price === null && description === null) return {};
  return {
    products: [{ value: { name: null, description, price, currency, images: [] }, source: 'page', confidence: 0.45 }],
  };
};
