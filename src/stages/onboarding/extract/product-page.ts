import type { Element } from 'domhandler';
import type { Extractor } from '../found.ts';
import type { Page } from '../page.ts';
import { isWithin } from '../element.ts';
import { hasSign } from '../currency.ts';
import { currencyHints } from '../currency-hints.ts';
import { signSource } from '../currency-signs.ts';
import { readPrice } from '../price.ts';
import { cleanLines, cleanText, textMax } from '../text.ts';
import { visibleText } from './visible-text.ts';

const aside =
  /related|recommend|upsell|cross-?sell|recently|footer|<footer>|<nav>|<header>|cart|shipping|save|instal|monthly/;
/**
 * Matches the classes of an element that shows a former price. Only whole words of a class count: `old-price` matches,
 * `font-bold` does not.
 */
const struck = new RegExp(
  [
    '<(?:del|s|strike)>',
    String.raw`(?<![\w:])(?:[a-z]+[-_]+)*(?:old|rrp|uvp|msrp|struck|strike|strikethrough|compare|crossed)(?:[-_]+[a-z]+)*(?![\w:])`,
    String.raw`(?<![\w:])(?:was|line-through|oldprice|priceold|wasprice|listprice|regularprice)(?![\w:])`,
    String.raw`(?<![\w:])(?:[a-z]+[-_]+)*(?:(?:was|list|regular|before|original|former|previous)[-_]+price|price[-_]+(?:was|list|before|original|former|previous))(?![\w:])`,
  ].join('|'),
);
const descriptionPlaces = [
  '[class*="product" i] [class*="short-description" i]',
  '[class*="product" i] [class*="description" i]',
  '[id*="product-description" i]',
  '[class*="product" i] [class*="intro" i]',
  'h1 + p',
  'main p',
];

const digits = String.raw`[\d٠-٩۰-۹０-９]`;
/** Matches an amount with the sign or code of its currency, or both, before or after it. */
const amounts = new RegExp(
  String.raw`(?:(?:${signSource})\.?\s?){0,2}${digits}(?:${digits}|[.,'’٫٬](?=${digits})|\s(?=\d{3})){0,15}(?:(?:[.,][–—-]{1,2})?\s?(?:${signSource})){0,2}`,
  'gu',
);

function priceOf(page: Page): { price: string; currency: string | null } | undefined {
  const hints = currencyHints(page);
  const places = page
    .$('[class*="price" i], [id*="price" i], [data-price], [class*="amount" i]')
    .toArray()
    .slice(0, 80);
  const usable = places.filter((element) => !isWithin(element, aside));
  const ordered = [...usable.filter((element) => !isWithin(element, struck)), ...usable];
  for (const element of ordered) {
    const text = cleanText(visibleText(element), 200)?.normalize('NFKC') ?? '';
    const amount = [...text.matchAll(amounts)].map(([match]) => match).find((match) => hasSign(match, hints));
    const read = amount === undefined ? undefined : readPrice(amount, hints);
    if (read !== undefined) return read;
  }
  return undefined;
}

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
