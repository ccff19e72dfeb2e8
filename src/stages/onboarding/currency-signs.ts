import { currencySymbol } from '../../domain/currency-symbols.ts';
import { lazily } from '../../domain/once.ts';

/** A currency and where it is used. */
export interface Currency {
  /** Code of ISO 4217. */
  code: string;
  /** Countries as two lower-case letters. */
  countries: readonly string[];
}

/**
 * Signs and abbreviations that shops print and the locale data of Unicode (CLDR) lack. A sign of several currencies is
 * in several rows, that of its usual currency first. A `?` after a sign in the first of these rows means that no
 * currency is usual. Signs count in the case in which they are listed; a sign in lower case also counts in capitals and
 * with a capital first letter. A `*` stands for any ending.
 *
 * The local signs are also units or common words. They count only on pages that name the currency, or are of its country
 * or language. The script in the painted page does not look for them. The last column has countries other than that of
 * the first two letters of the code.
 */
const rows: readonly [code: string, signs: string, localSigns?: string, countries?: string][] = [
  ['USD', 'U$S|U$D|$us|$ us|$US|$ US|usd', '', 'ec sv pr'],
  ['EUR', 'eur|euro*|ευρώ'],
  ['GBP', 'gbp', '', 'uk'],
  ['JPY', '円|yen'],
  ['CNY', 'RMB|人民币|元|块'],
  ['INR', 'rs|inr|रु|रू|রু|ரூ|రూ'],
  ['RUB', 'руб*|р|rub|RUR'],
  ['CHF', 'SFr|Sfr|sFr|chf', 'fr', 'li'],
  ['CAD', 'C$|$ca|$ ca|$CA|$ CA|Can$'],
  ...alone('AUD NZD'),
  ['SGD', 'S$'],
  ['HKD', '元'],
  ['TWD', 'NT|NTD|元|圓'],
  ['MOP', '$|元'],
  ['BND', 'B$'],
  ...alone('FJD'),
  ['MXN', 'Mex$|mxn'],
  ...alone('ARS CLP'),
  ['COP', 'COL$'],
  ['UYU', '$U'],
  ['DOP', 'RD$'],
  ['JMD', 'J$|JA$'],
  ['TTD', 'TT$'],
  ['BBD', 'Bds$'],
  ['BSD', 'B$'],
  ...alone('BZD'),
  ['XCD', '', '', 'ag dm gd kn lc vc'],
  ['NAD', 'N$'],
  ...alone('CUP'),
  ['BRL', 'brl'],
  ['PEN', 'S/|S/.'],
  ['BOB', 'Bs?|$b'],
  ['VES', 'Bs|Bs.S|Bs.D'],
  ['PYG', 'Gs'],
  ...alone('CRC GTQ'),
  ['HNL', '', 'Lps'],
  ...alone('NIO'),
  ['PAB', 'B/.|B/'],
  ['SEK', 'kr?|:-?|kronor|sek'],
  ['NOK', 'kr|:-|kroner?|nok'],
  ['DKK', 'kr|:-|kroner|dkk', '', 'fo gl'],
  ['ISK', 'kr|krónur'],
  ['PLN', 'zł|zl|złotych|pln'],
  ['CZK', 'kč|korun|czk', 'kc'],
  ['HUF', 'Ft|forint|huf', 'ft'],
  ['RON', 'lei|leu'],
  ['MDL', 'lei|лей|леев'],
  ['BGN', 'лв|лева'],
  ['RSD', 'дин|динара', 'din|dinara'],
  ['BAM', '', 'КМ'],
  ['MKD', 'денари', 'ден|den'],
  ['ALL', 'lekë|lek', 'L', 'xk'],
  ['UAH', 'грн|гривень|гривні|hrn|uah'],
  ['BYN', 'руб*|р|бел. руб', 'Br'],
  ['KZT', 'тг|тнг|тенге|теңге|kzt', 'T|Т'],
  ['UZS', "сум|сўм|so'm|so‘m|so`m", 'sum'],
  ['KGS', 'сом', 'с|som'],
  ['TJS', 'сомон*|смн', 'с'],
  ['AZN', 'manat'],
  ['TMT', 'manat'],
  ['GEL', 'ლარი|ლ|lari|лари'],
  ['AMD', 'դր|դրամ|драм', 'dram'],
  ['MNT', 'төг*'],
  ['TRY', 'tl|lira'],
  ['ILS', "ש\"ח|ש״ח|ש''ח|שח|NIS"],
  ['MAD', 'dh'],
  ['AED', 'درهم*|dhs|dh|aed'],
  ['MAD', 'درهم*|dhs'],
  ['SAR', '﷼|ريال*|\u20c1', 'SR|S.R'],
  ['IRR', '﷼|ريال*'],
  ['QAR', '﷼|ريال*', 'QR'],
  ['OMR', '﷼|ريال*', 'RO|R.O'],
  ['YER', '﷼|ريال*'],
  ['KWD', 'دينار*?', 'KD|K.D'],
  ['BHD', 'دينار*', 'BD|B.D'],
  ['JOD', 'د.ا|دينار*', 'JD|JDs|J.D'],
  ['IQD', 'دينار*'],
  ['LYD', 'دينار*', 'LD|L.D'],
  ['TND', 'دينار*', 'DT'],
  ['DZD', 'دينار*', 'DA'],
  ['EGP', 'جنيه*|L.E', 'LE|EL|£'],
  ['LBP', 'ليرة?|L.L', 'LL'],
  ['SYP', 'ليرة'],
  ['PKR', 'rs|روپے'],
  ['LKR', 'rs'],
  ['NPR', 'rs|रु|रू|NRs'],
  ['MUR', 'rs'],
  ['BDT', 'tk|টাকা'],
  ['VND', 'đ|vnđ|VNđ|đồng|vnd'],
  ['THB', 'บาท|baht|thb'],
  ['PHP', 'Php|PhP', 'P'],
  ['IDR', 'rp|idr'],
  ['MYR', 'RM|myr'],
  ['KHR', 'រៀល'],
  ['LAK', 'ກີບ'],
  ['MMK', 'ကျပ်', 'Ks'],
  ['KRW', '원'],
  ['NGN', '', 'N'],
  ['GHS', '₵|GH¢'],
  ['KES', 'KSh|ksh'],
  ['TZS', 'tsh'],
  ['UGX', 'USh|ush'],
  ['RWF', 'FRw|frw'],
  ['ETB', 'ብር', 'Br|birr'],
  ['ZAR', 'R'],
  ...alone('BWP'),
  ['ZMW', '', 'K'],
  ['MZN', 'MTn', 'MT'],
  ['AOA', 'Kz|KZ'],
  ['MGA', '', 'AR'],
  ['XOF', 'CFA|FCFA|fcfa|F.CFA', '', 'sn ci bj bf ml ne tg gw'],
  ['XAF', 'CFA|F CFA|fcfa|F.CFA', '', 'cm ga td cg cf gq'],
];

/** Returns rows for currencies of which CLDR has all signs. */
function alone(codes: string): [code: string, signs: string][] {
  return codes.split(' ').map((code) => [code, '']);
}

/**
 * Returns the signs that CLDR has for a currency, in English and in the language of its country, without marks for the
 * writing direction and without a final full stop. A symbol such as `$` also counts after the code or the country.
 */
function standardSigns(code: string): string[] {
  const { language } = new Intl.Locale(`und-${code.slice(0, 2)}`).maximize();
  const signs = [
    currencySymbol(code, 'standard'),
    currencySymbol(code, 'narrow'),
    currencySymbol(code, 'standard', `${language}-${code.slice(0, 2)}`),
  ].map((sign) =>
    sign
      .replace(/[\u200e\u200f]/gu, '')
      .replace(/\s/gu, ' ')
      .replace(/\.$/u, ''),
  );
  const symbols = signs.filter((sign) => /^\p{Sc}$/u.test(sign));
  return [...signs, ...symbols.flatMap((symbol) => [code.slice(0, 2) + symbol, code + symbol])];
}

/** Reports whether a sign is so short a word that it counts only where its currency is used. */
const isShortWord = (sign: string): boolean => /^\p{L}{1,2}$/u.test(sign);

/** Codes that are also words, brands or other abbreviations. They count only next to an amount. */
const wordCodes = new Set(
  'ALL AMD BAM BOB BSD CAD COP CRC CUP DOP GEL GHS LAK MAD MOP NAD NIO PEN PHP RON TRY'.split(' '),
);

/** A sign with the currencies that it can mean. */
export interface Sign {
  text: string;
  currencies: readonly Currency[];
  /** Currency that the sign means on a page without hints; undefined if none of several currencies is usual. */
  usual: Currency | undefined;
  /** True if the sign counts only on pages of one of its currencies. */
  isLocal: boolean;
}

const listOf = (text: string | undefined, separator: string): string[] =>
  (text ?? '').split(separator).filter((each) => each !== '');

/**
 * Returns all signs and codes, by their text in the Unicode form NFKC, such as `¥` for a full-width yen sign. A `*`
 * stays at the end of the text.
 */
const signsByText = lazily((): ReadonlyMap<string, Sign> => {
  const all = new Map<string, Sign>();
  for (const [code, signs, localSigns, others] of rows) {
    const currency = { code, countries: [code.slice(0, 2).toLowerCase(), ...listOf(others, ' ')] };
    const add = (listed: string, isLocal: boolean): void => {
      const text = listed.replace(/\?$/, '').normalize('NFKC');
      const same = all.get(text);
      if (same?.currencies.some((known) => known.code === code) === true) return;
      const usual = listed.endsWith('?') ? undefined : currency;
      all.set(text, {
        text,
        currencies: [...(same?.currencies ?? []), currency],
        usual: same === undefined ? usual : same.usual,
        isLocal: isLocal && (same?.isLocal ?? true),
      });
    };
    for (const sign of [code, ...listOf(signs, '|').flatMap(withCapitals)]) add(sign, false);
    for (const sign of listOf(localSigns, '|').flatMap(withCapitals)) add(sign, true);
    for (const sign of standardSigns(code)) add(sign, isShortWord(sign));
  }
  return all;
});

/** Returns a sign in lower case also with a capital first letter and in capitals. */
const withCapitals = (sign: string): string[] =>
  sign === sign.toLowerCase() ? [sign, sign.charAt(0).toUpperCase() + sign.slice(1), sign.toUpperCase()] : [sign];

/** Returns, for each currency, the currencies that share a sign of which it is the usual one, by their codes. */
const sharingCurrencies = lazily((): ReadonlyMap<string, ReadonlySet<string>> => {
  const codes = new Map<string, Set<string>>();
  for (const { usual, currencies } of signsByText().values()) {
    if (usual === undefined) continue;
    const shared = codes.get(usual.code) ?? new Set();
    codes.set(usual.code, shared);
    for (const { code } of currencies) shared.add(code);
  }
  return codes;
});

/** Scripts that put no space between a word and the next. */
const unspaced = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const letterBefore = String.raw`(?<!\p{L})`;
const letterAfter = String.raw`(?![\p{L}\p{M}])`;
const amountBefore = String.raw`(?<=\p{Nd}[\s.,–—*-]{0,4})`;
const amountAfter = String.raw`(?=\.?\s?\p{Nd})`;

/** Returns the regular expression for any of some texts, the longest first. */
function anyOf(texts: readonly string[]): string {
  const longestFirst = [...texts].sort((one, other) => other.length - one.length);
  return `(?:${longestFirst.map((text) => text.replace(/[$./]/g, String.raw`\$&`)).join('|')})`;
}

/**
 * Returns the regular expression for some signs. A sign with a symbol, such as `US$`, counts anywhere, as do codes.
 * Signs of letters, such as `kr`, count only next to an amount, because elsewhere they are words.
 */
function sourceOf(signsIncluded: readonly Sign[]): string {
  const texts = signsIncluded.map(({ text }) => text);
  const ofKind = (kind: SignKind): string[] => texts.filter((text) => kindOf(text) === kind);
  const [closed, joined] = [ofKind('word'), ofKind('joined')];
  const open = ofKind('stem').map((text) => text.slice(0, -1));
  return [
    `${anyOf(ofKind('symbol-letters'))}${letterAfter}`,
    `${letterBefore}${anyOf(ofKind('letters-symbol'))}`,
    anyOf(ofKind('symbol')),
    `${letterBefore}${anyOf(ofKind('code'))}${letterAfter}`,
    `(?:${letterBefore}${anyOf([...closed, ...open])}|${anyOf(joined)})${amountAfter}`,
    `${amountBefore}(?:${anyOf(closed)}${letterAfter}|${anyOf([...open, ...joined])})`,
    String.raw`\p{Sc}`,
  ].join('|');
}

type SignKind = 'symbol' | 'letters-symbol' | 'symbol-letters' | 'code' | 'stem' | 'joined' | 'word';

function kindOf(text: string): SignKind {
  if (/\p{Sc}\s?\p{L}+$/u.test(text)) return 'symbol-letters';
  if (/\p{Sc}/u.test(text)) return /^\p{L}/u.test(text) ? 'letters-symbol' : 'symbol';
  if (/^[A-Z]{3}$/.test(text) && !wordCodes.has(text)) return 'code';
  if (text.endsWith('*')) return 'stem';
  return unspaced.test(text) ? 'joined' : 'word';
}

/**
 * Returns the source of a regular expression, with the flag `u`, for the sign of any currency in a text in the form NFKC.
 * Includes local signs, see `signsIn`.
 */
export const signSource = lazily(() => sourceOf([...signsByText().values()]));

/** Like `signSource`, but without the signs that count only on pages of their currency. */
export const globalSignSource = lazily(() => sourceOf([...signsByText().values()].filter(({ isLocal }) => !isLocal)));

/** Returns the sign that `signSource` has matched; undefined for a symbol of an unlisted currency. */
export function signOf(matched: string): Sign | undefined {
  return signsByText().get(matched) ?? signsByText().get(`${matched}*`);
}

/** Reports whether a sign that usually means the currency `usual` may also mean the currency `other`. */
export function mayAlsoMean(usual: string, other: string): boolean {
  return usual !== other && (sharingCurrencies().get(usual)?.has(other) ?? false);
}
