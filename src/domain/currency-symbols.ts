import { lazily } from './once.ts';

/** Returns the symbol of a currency in a locale, or its code if it has none. `narrow` omits its country: `$` for `CA$`. */
export function currencySymbol(code: string, width: 'standard' | 'narrow', locale = 'en'): string {
  const currencyDisplay = width === 'narrow' ? 'narrowSymbol' : 'symbol';
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}

/** Returns currency codes by symbol, for symbols of one character that belong to one currency, such as `৳` of `BDT`. */
export const codesOfSymbols = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      [...Map.groupBy(Intl.supportedValuesOf('currency'), (code) => currencySymbol(code, 'narrow'))].flatMap(
        ([symbol, [only, ...more]]): [string, string][] =>
          only === undefined || more.length > 0 || !/^\p{Sc}$/u.test(symbol) ? [] : [[symbol, only]],
      ),
    ),
);
