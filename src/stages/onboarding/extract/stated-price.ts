import { currencyHints } from '../currency-hints.ts';
import { currencyOf } from '../currency.ts';
import { isRecord, scalarText, shownText } from '../json.ts';
import type { Page } from '../page.ts';
import { currencyCode, decimalPrice, machinePrice, noPrice, type Price } from '../price.ts';
import { cleanMarkup } from '../text.ts';
import { shownAmounts } from './shown-prices.ts';

/** Maximum length, in characters, of a text with a price. */
const charactersMax = 100;

/**
 * Returns a price that markup states, as a value for programs or as visible text, and its currency: the code that the
 * markup states, or the sign in the text. If a mark may be a decimal mark or a mark of thousands, the prices in the
 * visible text of the page decide; if they do not, there is no price.
 */
export function statedPrice(value: unknown, code: unknown, page: Page): Price {
  const hints = currencyHints(page);
  const text = cleanMarkup(scalarText(value), charactersMax) ?? '';
  const sign = cleanMarkup(scalarText(code), charactersMax) ?? '';
  const currency = currencyCode(sign) ?? currencyOf(`${text} ${sign}`, hints);
  const isShown = isRecord(value) && shownText in value;
  const stated = typeof value === 'number' ? value : text;
  const price = isShown ? decimalPrice(text, currency, hints) : sureValue(stated, currency, page);
  return price === undefined ? noPrice : { price, currency };
}

function sureValue(value: unknown, currency: string | null, page: Page): string | undefined {
  const amount = machinePrice(value, currency, currencyHints(page));
  if (amount?.kind !== 'unsure') return amount?.value;
  const shown = shownAmounts(page);
  const [price, ...others] = [amount.grouped, amount.decimal].filter((reading) => shown.has(Number(reading)));
  return others.length === 0 ? price : undefined;
}
