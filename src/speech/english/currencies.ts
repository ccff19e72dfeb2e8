import { codesOfSymbols, currencySymbol } from '../../domain/currency-symbols.ts';
import { lazily } from '../../domain/once.ts';

const codes = lazily((): ReadonlySet<string> => new Set(Intl.supportedValuesOf('currency')));

/** Signs of English texts that CLDR has for no currency. */
const otherSigns = [
  ['US$', 'USD'],
  ['JP¥', 'JPY'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['S$', 'SGD'],
] as const;

/** Returns the codes of currencies by their signs in English texts, without signs that are codes. */
const codesOfSigns = lazily((): ReadonlyMap<string, string> => {
  const all = [
    ...codesOfSymbols(),
    ...[...codes()].map((code) => [currencySymbol(code, 'standard').replace(/\s/gu, ' '), code] as const),
    ...otherSigns,
  ];
  return new Map(all.filter(([sign]) => !codes().has(sign)));
});

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

/** Returns sources of regular expressions, with the flag `u`, for the sign of a currency before and after an amount. */
export const signSources = lazily(() => {
  const plainCodes = [...codes()].filter((code) => !wordCodes.has(code));
  const signs = [...codesOfSigns().keys()];
  const lettersFirst = signs.filter((sign) => /^\p{L}/u.test(sign));
  const symbols = signs.filter((sign) => !lettersFirst.includes(sign));
  const before = [
    `${anyOf(symbols)}\\s?`,
    `(?<![\\p{L}\\d])(?:${anyOf([...lettersFirst, ...plainCodes])}[\\s${joiner}]?|${anyOf([...codes()])}${joiner})`,
  ].join('|');
  return { before, after: anyOf([...symbols, ...plainCodes]) };
});

/** Returns the code of the currency that a sign before or after an amount means. */
export function currencyOfSign(sign: string): string | undefined {
  const text = sign.replace(/[\s\u2060]$/u, '');
  return codesOfSigns().get(text) ?? (codes().has(text) ? text : undefined);
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
