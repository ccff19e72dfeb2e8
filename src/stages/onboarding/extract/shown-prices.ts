import { lazily } from '../../../domain/once.ts';
import { plainDigits } from '../../../domain/written-amount.ts';
import { currencyHints } from '../currency-hints.ts';
import { hasSign, type CurrencyHints } from '../currency.ts';
import { signSource } from '../currency-signs.ts';
import type { StatedPrice } from '../findings.ts';
import type { Page } from '../page.ts';
import { readPrice } from '../price.ts';
import { pageText } from './visible-text.ts';

/** Matches an amount with the sign or code of its currency, or both, before or after it. */
const amounts = lazily(
  () =>
    new RegExp(
      String.raw`(?:(?:${signSource()})\.?\s?){0,2}\.?\d(?:\d|[.,'٫٬](?=\d)|\s(?=\d{3})){0,15}(?:(?:[.,][–—-]{1,2})?\s?(?:${signSource()})){0,2}`,
      'gu',
    ),
);

/** Returns the first price with a currency in a visible text. */
export function shownPrice(text: string, hints: CurrencyHints): ReturnType<typeof readPrice> {
  const [amount] = signedAmounts(text, hints);
  return amount === undefined ? undefined : readPrice(amount, hints);
}

function signedAmounts(text: string, hints: CurrencyHints): string[] {
  return [...plainDigits(text).matchAll(amounts())].map(([match]) => match).filter((match) => hasSign(match, hints));
}

/** Prices by document, because several readers ask for them. */
const known = new WeakMap<Page['$'], readonly StatedPrice[]>();

/** Returns all prices with a currency in the visible text of a page. */
export function shownPrices(page: Page): readonly StatedPrice[] {
  const pricesOf = (): StatedPrice[] => {
    const hints = currencyHints(page);
    return signedAmounts(pageText(page.$), hints).flatMap((text) => readPrice(text, hints) ?? []);
  };
  const found = known.get(page.$) ?? pricesOf();
  known.set(page.$, found);
  return found;
}

/** Returns the amounts of all prices with a currency in the visible text of a page. */
export const shownAmounts = (page: Page): ReadonlySet<number> =>
  new Set(shownPrices(page).map(({ price }) => Number(price)));
