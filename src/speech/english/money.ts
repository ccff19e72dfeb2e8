import { currencyDecimals } from '../../domain/currency-decimals.ts';
import { readAmount } from '../../domain/written-amount.ts';
import { lazily } from '../../domain/once.ts';
import { currencyName, currencyOfSign, signSources } from './currencies.ts';
import { cardinal, numberWords } from './numbers.ts';

interface CentNames {
  one: string;
  many: string;
  cent: string;
  cents: string;
}

/** Currencies of which the cents are spoken. */
const centNames: Readonly<Record<string, CentNames>> = {
  USD: { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' },
  GBP: { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' },
  EUR: { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' },
};
const magnitudes: Readonly<Record<string, string>> = {
  ...{ k: 'thousand', m: 'million', million: 'million', bn: 'billion', b: 'billion', billion: 'billion' },
};
const amountSource = String.raw`\d+(?:[.,'’]\d+)*`;
const magnitudeSource = String.raw`(?:\s?([kKmMbB]|bn|Bn|BN|[mM]illion|[bB]illion)(?![\p{L}\d]))?`;
const signFirst = lazily(() => new RegExp(`(${signSources().before})(${amountSource})${magnitudeSource}`, 'gu'));
const signLast = lazily(
  () => new RegExp(String.raw`(?<![\d.,])(${amountSource})\s?(${signSources().after})(?![\p{L}\d])`, 'gu'),
);

interface WrittenPrice {
  sign: string;
  amount: string;
  magnitude?: string | undefined;
}

/**
 * Replaces prices by words: `$49.99` becomes `forty-nine ninety-nine`, `$5` becomes `five dollars` and `KWD 4.750`
 * becomes `four point seven five Kuwaiti dinars`. A point before three digits is a decimal point only after a sign, as
 * in `$3.459`, because `1.299 €` is the form of languages in which it is not.
 */
export function withPricesSpoken(text: string): string {
  return text
    .replace(
      signFirst(),
      (all: string, sign: string, amount: string, magnitude?: string) =>
        priceWords({ sign, amount, magnitude }, 'decimal') ?? all,
    )
    .replace(signLast(), (all: string, amount: string, sign: string) => priceWords({ sign, amount }, 'grouped') ?? all);
}

/** Returns the words of a price; undefined if the amount cannot be read. */
function priceWords({ sign, amount, magnitude }: WrittenPrice, ofPoint: 'decimal' | 'grouped'): string | undefined {
  const currency = currencyOfSign(sign);
  if (currency === undefined) return undefined;
  const value = valueOf(amount, currency, ofPoint);
  if (value === undefined) return undefined;
  const names = centNames[currency];
  if (magnitude !== undefined) return large(value, magnitude, names?.many ?? currencyName(currency, 2));
  const plain = String(Number(value));
  if (names !== undefined && !/\.\d{3}/.test(plain)) return withCents(value, currency, names);
  return `${numberWords(plain)} ${names?.many ?? currencyName(currency, Number(plain))}`;
}

const large = (value: string, magnitude: string, unit: string): string =>
  `${numberWords(value)} ${magnitudes[magnitude.toLowerCase()] ?? ''} ${unit}`;

function valueOf(amount: string, currency: string, ofPoint: 'decimal' | 'grouped'): string | undefined {
  const read = readAmount(amount, currencyDecimals(currency));
  if (read?.kind !== 'unsure') return read?.value;
  return read.mark === '.' && ofPoint === 'decimal' ? amount : read.grouped;
}

function withCents(value: string, currency: string, names: CentNames): string {
  const [whole = '', fraction = ''] = value.split('.');
  const units = Number(whole);
  const cents = Number(fraction.padEnd(2, '0').slice(0, 2));
  const centWords = counted(cents, names.cent, names.cents);
  const unitWords = counted(units, names.one, names.many);
  if (cents === 0) return unitWords;
  if (units === 0) return centWords;
  if (cents < 10 || units >= 100) return `${unitWords} and ${centWords}`;
  return currency === 'USD' ? `${cardinal(units)} ${cardinal(cents)}` : `${unitWords} ${cardinal(cents)}`;
}

const counted = (count: number, one: string, many: string): string => `${cardinal(count)} ${count === 1 ? one : many}`;
