import { cardinal, numberWords } from './numbers.ts';

const currencies: Readonly<Record<string, { one: string; many: string; cent: string; cents: string }>> = {
  $: { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' },
  '£': { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' },
  '€': { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' },
};
const signOfCode: Readonly<Record<string, string>> = { USD: '$', GBP: '£', EUR: '€' };
const magnitudes: Readonly<Record<string, string>> = {
  ...{ k: 'thousand', m: 'million', million: 'million', bn: 'billion', b: 'billion', billion: 'billion' },
};

const amount = String.raw`(\d[\d,]*)(?:\.(\d+))?`;
const signFirst = new RegExp(String.raw`([$£€])\s?${amount}(?:\s?(k|m|bn|b|million|billion)(?![\p{L}\d]))?`, 'giu');
const signLast = new RegExp(String.raw`(?<![\d.,])${amount}\s?(€|£|USD|GBP|EUR)(?![\p{L}\d])`, 'gu');

interface Written {
  sign: string;
  whole: string;
  fraction: string | undefined;
}

/** Replaces prices by words: `$49.99` becomes `forty-nine ninety-nine`, `$5` becomes `five dollars`. */
export function withPricesSpoken(text: string): string {
  return text
    .replace(signFirst, (...[, sign = '', whole = '', fraction, magnitude]: string[]) =>
      magnitude === undefined ? price({ sign, whole, fraction }) : large({ sign, whole, fraction }, magnitude),
    )
    .replace(signLast, (...[, whole = '', fraction, sign = '']: string[]) =>
      price({ sign: signOfCode[sign] ?? sign, whole, fraction }),
    );
}

function large({ sign, whole, fraction }: Written, magnitude: string): string {
  const number = numberWords(fraction === undefined ? whole : `${whole}.${fraction}`);
  return `${number} ${magnitudes[magnitude.toLowerCase()] ?? ''} ${currencies[sign]?.many ?? ''}`;
}

function price({ sign, whole, fraction }: Written): string {
  const names = currencies[sign];
  if (names === undefined) return `${sign}${whole}`;
  const units = Number(whole.replaceAll(',', ''));
  const cents = Number((fraction ?? '').padEnd(2, '0').slice(0, 2));
  const centWords = counted(cents, names.cent, names.cents);
  const unitWords = counted(units, names.one, names.many);
  if (cents === 0) return unitWords;
  if (units === 0) return centWords;
  if (cents < 10 || units >= 100) return `${unitWords} and ${centWords}`;
  return sign === '$' ? `${cardinal(units)} ${cardinal(cents)}` : `${unitWords} ${cardinal(cents)}`;
}

const counted = (count: number, one: string, many: string): string => `${cardinal(count)} ${count === 1 ? one : many}`;
