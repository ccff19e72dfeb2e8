const codes: [RegExp, string][] = [
  [/US\$|USD/i, 'USD'],
  [/(?:CA|C)\$|CAD/i, 'CAD'],
  [/(?:AU|A)\$|AUD/i, 'AUD'],
  [/NZ\$|NZD/i, 'NZD'],
  [/R\$|BRL/i, 'BRL'],
  [/€|EUR/i, 'EUR'],
  [/£|GBP/i, 'GBP'],
  [/CHF|SFr/i, 'CHF'],
  [/¥|￥|円|JPY/i, 'JPY'],
  [/₹|INR|Rs\./i, 'INR'],
  [/₩|KRW/i, 'KRW'],
  [/zł|PLN/i, 'PLN'],
  [/SEK/i, 'SEK'],
  [/NOK/i, 'NOK'],
  [/DKK/i, 'DKK'],
  [/Kč|CZK/i, 'CZK'],
  [/د\.إ|AED|درهم/i, 'AED'],
  [/ر\.س|SAR|ريال|﷼/i, 'SAR'],
  [/₺|TRY/i, 'TRY'],
  [/₴|UAH/i, 'UAH'],
  [/\$/, 'USD'],
];

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
  const amount = /\d(?:[\d.,'’\s]{0,20}\d)?/.exec(asciiDigits(text))?.[0] ?? '';
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

export function readPrice(text: string): { price: string; currency: string | null } | undefined {
  const price = decimalPrice(text);
  if (price === undefined) return undefined;
  const plain = text.normalize('NFKC');
  return { price, currency: codes.find(([pattern]) => pattern.test(text) || pattern.test(plain))?.[1] ?? null };
}
