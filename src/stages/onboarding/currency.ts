/** Statements of a page about its currency, other than its prices. */
export interface CurrencyHints {
  /** Country as two lower-case letters: from the domain, else from the language tag. */
  country: string | undefined;
  /** Base of the language tag, such as `sv`. */
  language: string | undefined;
  /** Currency codes that scripts and attributes of the page state, most frequent first. */
  stated: readonly string[];
}

export const noHints: CurrencyHints = { country: undefined, language: undefined, stated: [] };

/** Signs and names of one currency each. The first that occurs in a price counts, so longer signs come first. */
const signs: [RegExp, string][] = [
  [/US\$|U\$S|USD/i, 'USD'],
  [/(?:CA|C)\$|\$ ?CA\b|CAD/i, 'CAD'],
  [/(?:AU|A)\$|AUD/i, 'AUD'],
  [/NZ\$|NZD/i, 'NZD'],
  [/HK\$|HKD/i, 'HKD'],
  [/S\$|SGD/, 'SGD'],
  [/NT\$|TWD/i, 'TWD'],
  [/MX\$|MXN/i, 'MXN'],
  [/COL\$|COP\b/i, 'COP'],
  [/CLP/i, 'CLP'],
  [/AR\$|ARS\b/i, 'ARS'],
  [/R\$|BRL/i, 'BRL'],
  [/S\/\.?|PEN\b/, 'PEN'],
  [/€|EUR/i, 'EUR'],
  [/£|GBP/i, 'GBP'],
  [/CHF|SFr/i, 'CHF'],
  [/RMB|CNY|人民币|元/i, 'CNY'],
  [/円|JPY/i, 'JPY'],
  [/₹|INR|Rs\.?(?![a-z])|₨/i, 'INR'],
  [/₩|KRW|원/i, 'KRW'],
  [/zł|PLN/i, 'PLN'],
  [/SEK/i, 'SEK'],
  [/NOK/i, 'NOK'],
  [/DKK/i, 'DKK'],
  [/Kč|CZK/i, 'CZK'],
  [/\bFt\b|HUF/i, 'HUF'],
  [/\blei\b|\bRON\b/i, 'RON'],
  [/лв|BGN/i, 'BGN'],
  [/د\.إ|AED|درهم|\bDhs?\b/i, 'AED'],
  [/ر\.س|SAR|ريال|﷼/i, 'SAR'],
  [/ج\.م|EGP/i, 'EGP'],
  [/₺|TRY|\bTL\b/i, 'TRY'],
  [/₴|UAH|грн/i, 'UAH'],
  [/₸|KZT|тг\b/i, 'KZT'],
  [/₽|RUB|руб|\d\s?р\./i, 'RUB'],
  [/₪|ILS|ש"ח/i, 'ILS'],
  [/₫|VND|\d\s?đ|vnđ/i, 'VND'],
  [/฿|THB|บาท/i, 'THB'],
  [/₱|PHP/i, 'PHP'],
  [/\bRp\.?|IDR/i, 'IDR'],
  [/\bRM\s?\d|MYR/, 'MYR'],
  [/₦|NGN/i, 'NGN'],
  [/₵|GH₵|GHS/i, 'GHS'],
  [/KSh|KES/i, 'KES'],
  [/F?CFA|XOF/i, 'XOF'],
  [/\bR\s?\d|ZAR/, 'ZAR'],
];

const byCountry = {
  $: {
    us: 'USD',
    ca: 'CAD',
    au: 'AUD',
    nz: 'NZD',
    mx: 'MXN',
    ar: 'ARS',
    cl: 'CLP',
    co: 'COP',
    sg: 'SGD',
    hk: 'HKD',
    tw: 'TWD',
    uy: 'UYU',
    do: 'DOP',
  },
  kr: { se: 'SEK', sv: 'SEK', no: 'NOK', nb: 'NOK', nn: 'NOK', dk: 'DKK', da: 'DKK', is: 'ISK' },
  '¥': { cn: 'CNY', zh: 'CNY', jp: 'JPY', ja: 'JPY' },
} as const satisfies Record<string, Record<string, string>>;

/** Signs that several currencies share, and the currency that is meant if the page does not tell which one. */
const sharedSigns: [sign: RegExp, codes: Readonly<Record<string, string>>, usual: string | null][] = [
  [/\$/, byCountry.$, 'USD'],
  [/[¥￥]/, byCountry['¥'], 'JPY'],
  [/\bkr\b|:-/i, byCountry.kr, null],
];

/**
 * Returns the currency of a price as a code of ISO 4217; null if the text states none. A sign that several currencies
 * share, such as `$`, is decided by the codes that the page states, then by the country of its domain or language.
 */
export function currencyOf(text: string, { country, language, stated }: CurrencyHints): string | null {
  const plain = text.normalize('NFKC');
  const own = signs.find(([sign]) => sign.test(text) || sign.test(plain))?.[1];
  if (own !== undefined) return own;
  const shared = sharedSigns.find(([sign]) => sign.test(text));
  if (shared === undefined) return null;
  const [, codes, usual] = shared;
  const possible = new Set(Object.values(codes));
  return stated.find((code) => possible.has(code)) ?? codes[country ?? ''] ?? codes[language ?? ''] ?? usual;
}
