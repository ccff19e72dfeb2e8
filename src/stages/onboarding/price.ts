import { currencyOf, noHints, type CurrencyHints } from './currency.ts';

/**
 * Returns a currency code of three letters (as in ISO 4217) in upper case; undefined for other values. Does not check
 * whether the currency exists.
 */
export function currencyCode(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const code = value.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}

function asciiDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .normalize('NFKC')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

function fromText(text: string): string | undefined {
  const amount = /\d(?:(?:[\d.,'’]|\s(?=\d{3}(?!\d))){0,20}\d)?/.exec(asciiDigits(text))?.[0] ?? '';
  const compact = amount.replace(/[\s'’]/g, '');
  const [, whole = '', decimals] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(compact) ?? [];
  const digits = whole.replace(/[.,]/g, '');
  if (digits === '' || digits.length > 12) return undefined;
  return decimals === undefined ? digits : `${digits}.${decimals}`;
}

/**
 * Returns a price as a plain decimal; undefined for anything else. Accepts a number, and texts such as `1.299,00`,
 * `1,299.00`, `1 299` and `1'299.–`.
 */
export function decimalPrice(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? String(value) : undefined;
  return typeof value === 'string' && value.length <= 100 ? fromText(value) : undefined;
}

/** Returns the price in a text, and its currency; the currency is null if neither the text nor `hints` tell it. */
export function readPrice(
  text: string,
  hints: CurrencyHints = noHints,
): { price: string; currency: string | null } | undefined {
  const price = decimalPrice(text);
  return price === undefined ? undefined : { price, currency: currencyOf(text, hints) };
}
