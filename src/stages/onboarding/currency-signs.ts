/** A currency, the signs that shops print for it, and where it is used. */
export interface Currency {
  /** Code of ISO 4217. */
  code: string;
  /** Countries as two lower-case letters, and languages as the base of their tags. */
  countries: readonly string[];
  languages: readonly string[];
}

/**
 * Signs and abbreviations that shops print. A sign of several currencies is in several rows, that of its usual currency
 * first. A `?` after a sign in the first of these rows means that no currency is usual. Signs count in the case in which
 * they are listed. A `*` stands for any ending.
 *
 * The last column has signs that are also units or common words. They count only on pages that name the currency, or
 * are of its country or language. The script in the painted page does not look for them.
 */
const rows: readonly [code: string, signs: string, countries?: string, languages?: string, localSigns?: string][] = [
  ['USD', '$|US$|U$S|U$D|$us|$ us|$US|$ US|usd|Usd', 'us ec sv pr'],
  ['EUR', '€|eur|Eur|euro*|Euro*|EURO*|ευρώ'],
  ['GBP', '£|gbp', 'uk gb'],
  ['JPY', '¥|JP¥|円|yen', 'jp', 'ja'],
  ['CNY', '¥|CN¥|RMB|人民币|元|块', 'cn', 'zh'],
  ['INR', '₹|Rs|RS|rs|inr|रु|रू|রু|ரூ|రూ', 'in', 'hi bn ta te mr gu'],
  ['RUB', '₽|руб*|Руб*|РУБ*|р|Р|rub|RUR', 'ru', 'ru'],
  ['CHF', 'SFr|Sfr|sFr|chf', 'ch li', '', 'Fr|fr|FR'],
  ['CAD', '$|C$|CA$|$ca|$ ca|$CA|$ CA|Can$', 'ca'],
  ['AUD', '$|A$|AU$', 'au'],
  ['NZD', '$|NZ$', 'nz'],
  ['SGD', '$|S$|SG$', 'sg'],
  ['HKD', '$|HK$|元', 'hk'],
  ['TWD', '$|NT$|NT|NTD|TW$|元|圓', 'tw'],
  ['MOP', '$|MOP$|元', 'mo'],
  ['BND', '$|B$', 'bn'],
  ['FJD', '$|FJ$', 'fj'],
  ['MXN', '$|MX$|Mex$|mxn', 'mx'],
  ['ARS', '$|AR$|ARS$', 'ar'],
  ['CLP', '$|CLP$|CL$', 'cl'],
  ['COP', '$|COL$|COP$|CO$', 'co'],
  ['UYU', '$|$U|UY$', 'uy'],
  ['DOP', '$|RD$', 'do'],
  ['JMD', '$|J$|JA$', 'jm'],
  ['TTD', '$|TT$', 'tt'],
  ['BBD', '$|Bds$|BBD$', 'bb'],
  ['BSD', '$|B$|BS$', 'bs'],
  ['BZD', '$|BZ$', 'bz'],
  ['XCD', '$|EC$', 'ag dm gd kn lc vc'],
  ['NAD', '$|N$', 'na'],
  ['CUP', '$', 'cu'],
  ['BRL', 'R$|brl', 'br'],
  ['PEN', 'S/|S/.', 'pe'],
  ['BOB', 'Bs?|$b', 'bo'],
  ['VES', 'Bs|Bs.S|Bs.D', 've'],
  ['PYG', '₲|Gs', 'py', 'gn'],
  ['CRC', '₡', 'cr'],
  ['GTQ', '', 'gt', '', 'Q'],
  ['HNL', '', 'hn', '', 'L|Lps'],
  ['NIO', 'C$', 'ni'],
  ['PAB', 'B/.|B/', 'pa'],
  ['SEK', 'kr?|Kr?|KR?|:-?|kronor|sek', 'se', 'sv'],
  ['NOK', 'kr|Kr|KR|:-|kroner?|nok', 'no', 'no nb nn'],
  ['DKK', 'kr|Kr|KR|:-|kroner|dkk', 'dk fo gl', 'da fo'],
  ['ISK', 'kr|Kr|KR|krónur', 'is', 'is'],
  ['PLN', 'zł|Zł|ZŁ|zl|złotych|pln', 'pl', 'pl'],
  ['CZK', 'Kč|kč|KČ|korun|czk', 'cz', 'cs', 'Kc|KC|kc'],
  ['HUF', 'Ft|forint|huf', 'hu', 'hu', 'FT|ft'],
  ['RON', 'lei|Lei|LEI|leu', 'ro', 'ro'],
  ['MDL', 'lei|Lei|LEI|лей|леев', 'md'],
  ['BGN', 'лв|Лв|ЛВ|лева', 'bg', 'bg'],
  ['RSD', 'дин|динара', 'rs', 'sr', 'din|Din|DIN|dinara'],
  ['BAM', '', 'ba', 'bs', 'KM|КМ'],
  ['MKD', 'денари', 'mk', 'mk', 'ден|den'],
  ['ALL', 'lekë|Lekë|lek|Lek|LEK', 'al xk', 'sq', 'L'],
  ['UAH', '₴|грн|Грн|ГРН|гривень|гривні|hrn|uah', 'ua', 'uk'],
  ['BYN', 'руб*|Руб*|РУБ*|р|Р|бел. руб', 'by', 'be', 'Br'],
  ['KZT', '₸|тг|Тг|ТГ|тнг|тенге|теңге|kzt', 'kz', 'kk', 'T|Т'],
  ['UZS', "сум|Сум|СУМ|сўм|so'm|so‘m|soʻm|so`m", 'uz', 'uz', 'sum'],
  ['KGS', 'сом|Сом', 'kg', 'ky', 'с|som'],
  ['TJS', 'сомон*|смн', 'tj', 'tg', 'с'],
  ['AZN', '₼|manat', 'az', 'az'],
  ['TMT', 'manat', 'tm', 'tk'],
  ['GEL', '₾|ლარი|ლ|lari|лари', 'ge', 'ka'],
  ['AMD', '֏|դր|դրամ|драм', 'am', 'hy', 'dram'],
  ['MNT', '₮|төг*|Төг*', 'mn', 'mn'],
  ['TRY', '₺|TL|Tl|tl|lira', 'tr', 'tr'],
  ['ILS', "₪|ש\"ח|ש״ח|ש''ח|שח|NIS", 'il', 'he iw'],
  ['MAD', 'Dh|DH|dh', 'ma'],
  ['AED', 'د.إ|درهم*|Dhs|DHS|dhs|Dh|DH|dh|aed', 'ae'],
  ['MAD', 'د.م|درهم*|Dhs|DHS|dhs', 'ma'],
  ['SAR', '﷼|ر.س|ريال*|\u20c1', 'sa', '', 'SR|S.R'],
  ['IRR', '﷼|ريال*', 'ir', 'fa'],
  ['QAR', '﷼|ر.ق|ريال*', 'qa', '', 'QR'],
  ['OMR', '﷼|ر.ع|ريال*', 'om', '', 'RO|R.O'],
  ['YER', '﷼|ر.ي|ريال*', 'ye'],
  ['KWD', 'د.ك|دينار*?', 'kw', '', 'KD|K.D'],
  ['BHD', 'د.ب|دينار*', 'bh', '', 'BD|B.D'],
  ['JOD', 'د.ا|د.أ|دينار*', 'jo', '', 'JD|JDs|J.D'],
  ['IQD', 'د.ع|دينار*', 'iq'],
  ['LYD', 'د.ل|دينار*', 'ly', '', 'LD|L.D'],
  ['TND', 'د.ت|دينار*', 'tn', '', 'DT'],
  ['DZD', 'د.ج|دينار*', 'dz', '', 'DA'],
  ['EGP', 'ج.م|جنيه*|E£|L.E', 'eg', '', 'LE|EL|£'],
  ['LBP', 'ل.ل|ليرة?|L.L', 'lb', '', 'LL'],
  ['SYP', 'ل.س|ليرة', 'sy'],
  ['PKR', 'Rs|RS|rs|روپے', 'pk', 'ur'],
  ['LKR', 'Rs|RS|rs|රු', 'lk', 'si'],
  ['NPR', 'Rs|RS|rs|रु|रू|NRs', 'np', 'ne'],
  ['MUR', 'Rs|RS|rs', 'mu'],
  ['BDT', '৳|Tk|tk|TK|টাকা', 'bd', 'bn'],
  ['VND', '₫|đ|Đ|vnđ|VNĐ|VNđ|đồng|vnd', 'vn', 'vi'],
  ['THB', '฿|บาท|baht|Baht|thb', 'th', 'th'],
  ['PHP', '₱|Php|PhP', 'ph', 'fil tl', 'P'],
  ['IDR', 'Rp|RP|rp|idr', 'id', 'id'],
  ['MYR', 'RM|myr', 'my', 'ms'],
  ['KHR', '៛|រៀល', 'kh', 'km'],
  ['LAK', '₭|ກີບ', 'la', 'lo'],
  ['MMK', 'ကျပ်', 'mm', 'my', 'Ks|K'],
  ['KRW', '₩|원', 'kr', 'ko'],
  ['NGN', '₦', 'ng', '', 'N'],
  ['GHS', '₵|GH₵|GH¢', 'gh'],
  ['KES', 'KSh|Ksh|KSH|ksh', 'ke', 'sw'],
  ['TZS', 'TSh|Tsh|TSH|tsh', 'tz'],
  ['UGX', 'USh|Ush|USH|ush', 'ug'],
  ['RWF', 'FRw|Frw|frw', 'rw', 'rw'],
  ['ETB', 'ብር', 'et', 'am', 'Br|birr|Birr'],
  ['ZAR', 'R', 'za', 'af zu xh'],
  ['BWP', '', 'bw', 'tn', 'P'],
  ['ZMW', '', 'zm', '', 'K'],
  ['MZN', 'MTn', 'mz', '', 'MT'],
  ['AOA', 'Kz|KZ', 'ao'],
  ['MGA', '', 'mg', 'mg', 'Ar|AR'],
  ['XOF', 'CFA|FCFA|F CFA|Fcfa|fcfa|F.CFA', 'sn ci bj bf ml ne tg gw'],
  ['XAF', 'CFA|FCFA|F CFA|Fcfa|fcfa|F.CFA', 'cm ga td cg cf gq'],
];

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
function signsByText(): ReadonlyMap<string, Sign> {
  const all = new Map<string, Sign>();
  for (const [code, signs, countries, languages, localSigns] of rows) {
    const currency = { code, countries: listOf(countries, ' '), languages: listOf(languages, ' ') };
    const add = (listed: string, isLocal: boolean): void => {
      const text = listed.replace(/\?$/, '').normalize('NFKC');
      const same = all.get(text);
      const usual = listed.endsWith('?') ? undefined : currency;
      all.set(text, {
        text,
        currencies: [...(same?.currencies ?? []), currency],
        usual: same === undefined ? usual : same.usual,
        isLocal: isLocal && (same?.isLocal ?? true),
      });
    };
    for (const sign of new Set([code, ...listOf(signs, '|')])) add(sign, false);
    for (const sign of listOf(localSigns, '|')) add(sign, true);
  }
  return all;
}

const signs = signsByText();

/** For each currency, the currencies that share a sign of which it is the usual one, by their codes. */
const sharing = sharingCurrencies();

function sharingCurrencies(): ReadonlyMap<string, ReadonlySet<string>> {
  const codes = new Map<string, Set<string>>();
  for (const { usual, currencies } of signs.values()) {
    if (usual === undefined) continue;
    const shared = codes.get(usual.code) ?? new Set();
    codes.set(usual.code, shared);
    for (const { code } of currencies) shared.add(code);
  }
  return codes;
}

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
 * Source of a regular expression, with the flag `u`, for the sign of any currency in a text in the form NFKC. Includes
 * local signs, see `signsIn`.
 */
export const signSource = sourceOf([...signs.values()]);

/** Like `signSource`, but without the signs that count only on pages of their currency. */
export const globalSignSource = sourceOf([...signs.values()].filter(({ isLocal }) => !isLocal));

/** Returns the sign that `signSource` has matched; undefined for a symbol of an unlisted currency. */
export function signOf(matched: string): Sign | undefined {
  return signs.get(matched) ?? signs.get(`${matched}*`);
}

/** Reports whether a sign that usually means the currency `usual` may also mean the currency `other`. */
export function mayAlsoMean(usual: string, other: string): boolean {
  return usual !== other && (sharing.get(usual)?.has(other) ?? false);
}
