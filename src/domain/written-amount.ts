/**
 * Amount as a plain decimal, such as `1299.5`. A single full stop or comma before three digits is either a decimal mark
 * or a mark of thousands; the amount is then `unsure` and has both readings.
 */
export type WrittenAmount =
  { kind: 'sure'; value: string } | { kind: 'unsure'; mark: '.' | ','; decimal: string; grouped: string };

const wholeDigitsMax = 12;
/** Apostrophes between digits, which separate thousands in Switzerland, and commas of Arabic. */
const apostrophes = /(?<=\d)[’‘ʼ′`](?=\d)/g;
const arabicCommas = /(?<=\d)،(?=\d)/g;
/** Marks that set the direction of text, and characters without a width. Arabic prices contain them. */
const unseen = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Matches the first amount: a number that begins with its decimal mark, a number with a space between thousands, or any
 * other number. Spaces count only before the other marks.
 */
const amount = /(?<=^|[\s\p{Sc}])\.\d+|(?:\d{1,3}(?:\s\d{3}(?!\d))+|\d+)(?:[.,'٫٬]\d+)*/u;

/** Value of a decimal digit of any writing system. The ten digits of a writing system have consecutive code points. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}

/**
 * Returns a text in the Unicode form NFKC, with the digits 0 to 9, one form of apostrophes and commas between digits, and
 * without invisible marks.
 */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(/(?!\d)\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(apostrophes, "'")
    .replace(arabicCommas, ',');
}

/**
 * Returns the first amount in a text; undefined if the text has none. Accepts the digits and marks of all languages:
 * `1,299.00`, `1.299,00`, `1 299`, `1'299`, `1,29,900`, `٤٫٧٥٠`. `decimals` is the number of decimals of the currency,
 * undefined if the currency is not known.
 */
export function readAmount(text: string, decimals: number | undefined): WrittenAmount | undefined {
  const found = amount.exec(plainDigits(text))?.[0].replace(/^\./, '0.');
  if (found === undefined) return undefined;
  const parts = found.split(/\D/);
  const tail = parts.at(-1) ?? '';
  const joined = (fraction?: string): string | undefined => {
    const whole = fraction === undefined ? parts : parts.slice(0, -1);
    return areGroups(whole) ? canonical(whole.join(''), fraction, decimals) : undefined;
  };
  const form = formOf(parts, found.replace(/\d/g, ''), decimals);
  if (form !== 'unsure') return sure(form === 'decimal' ? joined(tail) : joined());
  const [decimal, grouped] = [joined(tail), joined()];
  const mark = found.includes(',') ? ',' : '.';
  return decimal === undefined || grouped === undefined ? undefined : { kind: 'unsure', mark, decimal, grouped };
}

const sure = (value: string | undefined): WrittenAmount | undefined =>
  value === undefined ? undefined : { kind: 'sure', value };

/** Reports whether some runs of digits are one number in groups of thousands, or in Indian groups such as `12,34,567`. */
function areGroups(parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  if (others.length === 0) return true;
  const [last = '', ...middle] = others.toReversed();
  return first.length <= 3 && last.length === 3 && middle.every(({ length }) => length === 2 || length === 3);
}

type Form = 'decimal' | 'grouped' | 'unsure';

/** Decides whether the last mark of an amount is a decimal mark. `marks` has all marks in order. */
function formOf(parts: readonly string[], marks: string, decimals: number | undefined): Form {
  if (/^$|[٬\s]$/.test(marks)) return 'grouped';
  if (marks.endsWith('٫') || parts.at(-1)?.length !== 3) return 'decimal';
  if (/'$|(.).*\1$/.test(marks)) return 'grouped';
  return marks.length === 1 ? formOfOne(parts[0] ?? '', marks, decimals ?? 2) : 'decimal';
}

/** Decides whether a point or comma before three digits is a decimal mark, if `head` is before it. */
function formOfOne(head: string, mark: string, decimals: number): Form {
  const mayBeGroup = /^[1-9]\d{0,2}$/.test(head);
  return !mayBeGroup || (mark === '.' && decimals >= 3) ? 'decimal' : 'unsure';
}

/**
 * Returns a plain decimal. One or two decimals stay as they are written. Of more decimals, zeros at the end are dropped
 * and the rest is rounded to the decimals of the currency.
 */
function canonical(whole: string, fraction: string | undefined, decimals: number | undefined): string | undefined {
  if (whole.length > wholeDigitsMax) return undefined;
  const units = whole.replace(/^0+(?=\d)/, '');
  if (fraction === undefined) return units;
  if (fraction.length <= 2) return `${units}.${fraction}`;
  return String(Number(Number(`${units}.${fraction}`).toFixed(Math.max(2, decimals ?? 3))));
}
