/**
 * Number of decimals in which amounts of a currency are written, such as 3 for KWD and 0 for JPY. Undefined if the
 * currency is not known. `code` has three letters, as in ISO 4217.
 */
export function currencyDecimals(code: string | null): number | undefined {
  if (code === null) return undefined;
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits;
}

/**
 * Reports whether a comma is the decimal mark where a price is from. `language` is the base of a language tag and
 * `country` two letters. Without a country, the country of the currency counts: the first two letters of its code.
 */
export function isCommaDecimal(
  currency: string,
  { language, country }: { language: string | undefined; country: string | undefined },
): boolean {
  const region = (country ?? currency.slice(0, 2)).toUpperCase();
  const parts = new Intl.NumberFormat(localeOf(language, region)).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',');
}

/** Returns the locale of a language in a region, without the script, because locale data of regions have none. */
function localeOf(language: string | undefined, region: string): string[] {
  try {
    const usual = new Intl.Locale(`und-${region}`).maximize().language;
    return Intl.getCanonicalLocales(`${language ?? usual}-${region}`);
  } catch {
    // A page may state anything as its language. The result is then that of English.
    return ['en'];
  }
}
