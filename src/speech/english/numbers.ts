const ones = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales: readonly [number, string][] = [
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
];

/** Returns a whole number below 10^12 in words. */
export function cardinal(value: number): string {
  const scale = scales.find(([size]) => value >= size);
  if (scale !== undefined) {
    const rest = value % scale[0];
    return `${cardinal(Math.floor(value / scale[0]))} ${scale[1]}${rest > 0 ? ` ${cardinal(rest)}` : ''}`;
  }
  const one = ones[value];
  if (one !== undefined) return one;
  return `${tens[Math.floor(value / 10)] ?? ''}${value % 10 > 0 ? `-${cardinal(value % 10)}` : ''}`;
}

const irregularOrdinals: Readonly<Record<string, string>> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth' },
};

/** Returns the ordinal of a whole number in words: `twenty-first`. */
export function ordinal(value: number): string {
  const words = cardinal(value);
  const last = /[a-z]+$/.exec(words)?.[0] ?? '';
  const ending = irregularOrdinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, words.length - last.length) + ending;
}

/** Returns a year in words: `nineteen eighty-five`, `two thousand five`, `twenty twenty-six`. */
export function year(value: number): string {
  const century = Math.floor(value / 100);
  const rest = value % 100;
  if (rest === 0) return value % 1_000 === 0 ? cardinal(value) : `${cardinal(century)} hundred`;
  if (value >= 2_000 && value < 2_010) return cardinal(value);
  return `${cardinal(century)} ${rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest)}`;
}

/** Longest run of digits that is read as a number. Longer ones are codes or phone numbers, read digit by digit. */
const digitsMax = 9;

/** Returns a number as it is written, such as `1,250` or `4.5`, in words. */
export function numberWords(written: string): string {
  const [whole = '', fraction] = written.replaceAll(',', '').split('.');
  const words = whole.length > digitsMax ? digitWords(whole) : cardinal(Number(whole));
  return fraction === undefined ? words : `${words} point ${digitWords(fraction)}`;
}

/** Returns digits one by one in words. */
export const digitWords = (digits: string): string =>
  Array.from(digits, (digit) => ones[Number(digit)] ?? '').join(' ');
