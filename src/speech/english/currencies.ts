import { codesOfSymbols, currencySymbol } from '../../domain/currency-symbols.ts';

const codes = new Set(Intl.supportedValuesOf('currency'));

/** Signs of English texts that CLDR has for no currency. */
const otherSigns = [
  ['US$', 'USD'],
  ['JP¥', 'JPY'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['S$', 'SGD'],
] as const;

/** Signs of currencies in English texts, besides their codes. */
const signs = new Map([
  ...codesOfSymbols,
  ...[...codes].map((code) => [currencySymbol(code, 'standard').replace(/\s/gu, ' '), code] as const),
  ...otherSigns,
]);
for (const code of codes) signs.delete(code);

/** Codes that are also English words or abbreviations. They count only if a no-break space joins them to an amount. */
const wordCodes = new Set(
  'ALL AMD BAM BOB BSD CAD COP CRC CUP DOP ERN GEL GHS LAK MAD MOP NAD NIO PEN PHP RON SOS STN TOP TRY'.split(' '),
);

/** Takes the place of a no-break space between the code of a currency and an amount. */
const joiner = '\u2060';

const anyOf = (texts: readonly string[]): string =>
  `(?:${[...texts]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[$.]/gu, String.raw`\$&`))
    .join('|')})`;
const plainCodes = [...codes].filter((code) => !wordCodes.has(code));
const lettersFirst = [...signs.keys()].filter((sign) => /^\p{L}/u.test(sign));
const symbols = [...signs.keys()].filter((sign) => !lettersFirst.includes(sign));

/** Sources of regular expressions, with the flag `u`, for the sign of a currency before and after an amount. */
export const signFirstSource = [
  `${anyOf(symbols)}\\s?`,
  `(?<![\\p{L}\\d])(?:${anyOf([...lettersFirst, ...plainCodes])}[\\s${joiner}]?|${anyOf([...codes])}${joiner})`,
].join('|');
export const signLastSource = anyOf([...symbols, ...plainCodes]);

/** Returns the code of the currency that a sign before or after an amount means. */
export function currencyOfSign(sign: string): string | undefined {
  const text = sign.replace(/[\s\u2060]$/u, '');
  return signs.get(text) ?? (codes.has(text) ? text : undefined);
}

/** Joins the codes of currencies to amounts after a no-break space, which the form NFKC turns into a usual space. */
export function withJoinedCodes(text: string): string {
  return text.replace(/(?<![\p{L}\d])([A-Z]{3})[\u00a0\u202f](?=\d)/gu, `$1${joiner}`);
}

/** Returns the English name of an amount of a currency, such as `Kuwaiti dinars`. */
export function currencyName(code: string, amount: number): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
    minimumFractionDigits: 0,
    maximumFractionDigits: 3,
  });
  return format.formatToParts(amount).find(({ type }) => type === 'currency')?.value ?? code;
}
