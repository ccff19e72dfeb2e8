import { currencyDecimals, isCommaDecimal } from '../../domain/currency-decimals.ts';
import { readAmount, type WrittenAmount } from '../../domain/written-amount.ts';
import { currencyOf, noHints, possibleCurrencies, type CurrencyHints } from './currency.ts';

/** Price as a plain decimal such as `1299.50`, and its currency as a code of ISO 4217. */
export interface Price {
  price: string | null;
  currency: string | null;
}

export const noPrice: Price = { price: null, currency: null };

const charactersMax = 100;

/**
 * Returns a currency code of three letters (as in ISO 4217) in upper case; undefined for other values. Does not check
 * whether the currency exists.
 */
export function currencyCode(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const code = value.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}

const arabicDigit = /[٠-٩۰-۹]/;

/**
 * Reports whether a comma before three digits of a text may be a decimal mark. The currency must have three decimals.
 * Between Arabic digits a comma stands for the decimal mark `٫`; otherwise the place decides.
 */
function mayBeDecimal(text: string, currency: string | null, hints: CurrencyHints): boolean {
  if (currency === null || (currencyDecimals(currency) ?? 0) < 3) return false;
  return arabicDigit.test(text) || isCommaDecimal(currency, hints);
}

/**
 * Returns the price in a visible text as a plain decimal; undefined if there is none. `1.299` and `1,299` have a mark of
 * thousands, unless the currency has three decimals.
 */
export function decimalPrice(text: string, currency: string | null, hints = noHints): string | undefined {
  if (text.length > charactersMax) return undefined;
  const amount = readAmount(text, currencyDecimals(currency));
  if (amount?.kind !== 'unsure') return amount?.value;
  return amount.mark === ',' && mayBeDecimal(text, currency, hints) ? amount.decimal : amount.grouped;
}

/** Reports whether `12.500` is in an unknown currency, of which the sign is also that of a currency with three decimals. */
function isOfSharedSign(text: string, currency: string | null, hints: CurrencyHints): boolean {
  if (currency !== null || readAmount(text, undefined)?.kind !== 'unsure') return false;
  return possibleCurrencies(text, hints).some((code) => (currencyDecimals(code) ?? 0) >= 3);
}

/** Returns the price in a visible text, and its currency; the currency is null if neither the text nor `hints` tell it. */
export function readPrice(text: string, hints = noHints): { price: string; currency: string | null } | undefined {
  const currency = currencyOf(text, hints);
  const price = isOfSharedSign(text, currency, hints) ? undefined : decimalPrice(text, currency, hints);
  return price === undefined ? undefined : { price, currency };
}

/** Matches a number with an exponent, such as `1.25E+3`. */
const exponential = /^\+?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})e[+-]?\d{1,4}$/i;

function fromNumber(value: number): string | undefined {
  const isPrice = Number.isFinite(value) && value >= 0;
  return isPrice ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : undefined;
}

/** Returns a text without an exponent; undefined if it has a negative number or is too long. */
function plainText(value: string): string | undefined {
  const text = value.trim();
  if (text.length > charactersMax || /^[-−]\P{N}{0,5}[\d.]/u.test(text)) return undefined;
  return exponential.test(text) ? fromNumber(Number(text)) : text;
}

/**
 * Returns the price in a value for programs, such as JSON-LD or the content of a meta tag: a number or a text with a
 * decimal point. Marks of thousands are accepted. The result is unsure if a point has three digits after it and the
 * currency does not have three decimals, as in `1.299` EUR: the point may be a mark of thousands.
 */
export function machinePrice(value: unknown, currency: string | null, hints = noHints): WrittenAmount | undefined {
  const text = typeof value === 'number' ? fromNumber(value) : typeof value === 'string' ? plainText(value) : undefined;
  const amount = readAmount(text ?? '', currencyDecimals(currency));
  if (amount?.kind !== 'unsure' || amount.mark === '.' || mayBeDecimal(text ?? '', currency, hints)) return amount;
  return { kind: 'sure', value: amount.grouped };
}
