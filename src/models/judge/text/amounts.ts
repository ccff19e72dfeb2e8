import { currencySymbol } from '../../../domain/currency-symbols.ts';
import { lazily } from '../../../domain/once.ts';
import { textLanguage } from '../../../words/text-language.ts';
import { languagesOf, readTemplates } from '../../../words/word-lists.ts';
import { baseOf } from '../../../words/writing.ts';
import { withDigits } from './number-words.ts';

interface Amount {
  written: string;
  /** Number without grouping and trailing zeros: `1000` for `1,000` and `1.000`. A date or a version as it is written. */
  value: string;
  /** `%`, the sign of a currency, or null. */
  unit: string | null;
}

/** Returns the numbers, percentages and prices of a text that no source has, as phrases. */
export function unsupportedAmounts(text: string, sources: readonly string[], language: string): string[] {
  const known = sources.flatMap((source) => amountsOfSource(source, language));
  const units = new Set([...known.map(({ unit }) => unit), ...sources.flatMap(unitsIn)]);
  return amountsIn(withDigits(plain(text), baseOf(language)))
    .filter((amount) => !known.some((each) => supports(each, amount, units)))
    .map(({ written, unit }) => `the ${unit === null ? 'number' : unit === '%' ? 'percentage' : 'price'} ${written}`);
}

/**
 * A percentage needs a percentage. A price needs its number with the same currency, or its number without a unit and the
 * currency anywhere. A number without a unit needs the number, but not as a percentage.
 */
function supports(known: Amount, { value, unit }: Amount, units: ReadonlySet<string | null>): boolean {
  if (known.value !== value) return false;
  if (unit === null) return known.unit !== '%';
  return known.unit === unit || (unit !== '%' && known.unit === null && units.has(unit));
}

/** Number words of a source are read in the language of the text, in English and in its own language. */
function amountsOfSource(source: string, language: string): Amount[] {
  const digits = plain(source);
  const own = textLanguage(source)?.language;
  const read = new Set([baseOf(language), 'en', ...(own === undefined ? [] : [own])]);
  return [...new Set([digits, ...[...read].map((each) => withDigits(digits, each))])].flatMap(amountsIn);
}

/** Returns a text with digits and marks of numbers as in English, and with plain spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitOf)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('٪', '%')
    .replaceAll('’', "'");
}

/** Each writing system has its digits from 0 to 9 in this order. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return code < 128 ? character : String(value);
}

const grouped = String.raw`\d{1,3}(?:[ ']\d{3})+(?!\d)(?:[.,]\d+)?`;
const figure = String.raw`(?:${grouped}|\d{1,2}:\d{2}(?!\d)|\d+(?:[.,]\d+)*)`;

const units = lazily(() => {
  const signs = new Map(
    Intl.supportedValuesOf('currency').flatMap((code): [string, string][] => {
      const symbol = currencySymbol(code, 'narrow');
      return [
        [code, symbol],
        [currencySymbol(code, 'standard'), symbol],
        [symbol, symbol],
      ];
    }),
  );
  const words = languagesOf('number-words').flatMap((language) =>
    [...readTemplates('number-words', language)].flatMap(([label, listed]): [string, string][] =>
      /^(?:\d+|counter|and)$/u.test(label) ? [] : listed.map((word) => [word, label]),
    ),
  );
  const byName = new Map([['%', '%'], ['元', '¥'], ['円', '¥'], ...signs, ...words]);
  const names = [...byName.keys()].toSorted((a, b) => b.length - a.length).map(sourceOfUnit);
  const unit = `(?:${names.join('|')})`;
  return {
    byName: new Map([...byName].map(([name, sign]) => [name.toLowerCase(), sign])),
    amount: new RegExp(
      `(?:(?<before>${unit})\\s?)?(?<![\\p{Script=Latin}\\d])(?<figure>${figure})(?:\\s?(?<after>${unit}))?`,
      'giu',
    ),
    alone: new RegExp(unit, 'giu'),
  };
});

/** A unit of letters is a whole word, except in Chinese, Japanese and Thai. */
function sourceOfUnit(name: string): string {
  const source = name.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const spaced = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]`;
  const start = new RegExp(`^${spaced}`, 'u').test(name) ? `(?<!${spaced})` : '';
  return start + source + (new RegExp(`${spaced}$`, 'u').test(name) ? `(?!${spaced})` : '');
}

function unitsIn(source: string): string[] {
  const { alone, byName } = units();
  return (plain(source).match(alone) ?? []).flatMap((name) => byName.get(name.toLowerCase()) ?? []);
}

function amountsIn(text: string): Amount[] {
  const { amount, byName } = units();
  return [...text.matchAll(amount)].map(({ 0: written, groups = {} }) => {
    const name = groups.after ?? groups.before;
    const unit = name === undefined ? null : (byName.get(name.toLowerCase()) ?? null);
    return { written: written.trim(), value: valueOf(groups.figure ?? ''), unit };
  });
}

function valueOf(written: string): string {
  const digits = written.replace(/[ ']/gu, '');
  if (/^\d+:\d+$/u.test(digits)) return digits.replace(/^0+(?=\d)/u, '').replace(/:00$/u, '');
  const marks = digits.replace(/\d/gu, '');
  if (marks === '') return String(Number(digits));
  const tail = digits.length - 1 - Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const isMixed = marks.includes('.') && marks.includes(',');
  const isGrouped = !isMixed && tail === 3 && !/^0\D/u.test(digits);
  if (isGrouped) return digits.replace(/\D/gu, '');
  if (marks.length > 1 && !isMixed) return digits;
  const whole = digits.slice(0, -tail - 1).replace(/\D/gu, '');
  return String(Number(`${whole}.${digits.slice(-tail)}`));
}
