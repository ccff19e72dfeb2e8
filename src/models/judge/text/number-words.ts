import { once } from '../../../domain/once.ts';
import { comparable } from '../../../words/comparable.ts';
import { languagesOf, readTemplates } from '../../../words/word-lists.ts';

interface NumberWords {
  /** Values of words, from 2: the word for one is an article in many languages. */
  values: ReadonlyMap<string, number>;
  /** Words that follow a number in a language without spaces. Empty in other languages. */
  counters: readonly string[];
  joining: ReadonlySet<string>;
}

const numberWords = once((language: string): NumberWords => {
  const labels = [...labelsOf('numbers', language), ...labelsOf('number-words', language)];
  const listed = (wanted: string): string[] => labels.flatMap(([label, words]) => (label === wanted ? words : []));
  const values = labels.flatMap(([label, words]) =>
    /^\d+$/u.test(label) && label !== '1'
      ? words.map((word): [string, number] => [comparable(word), Number(label)])
      : [],
  );
  return { values: new Map(values), counters: listed('counter'), joining: new Set(listed('and').map(comparable)) };
});

function labelsOf(list: 'numbers' | 'number-words', language: string): [string, string[]][] {
  return languagesOf(list).includes(language) ? [...readTemplates(list, language)] : [];
}

/** Returns a text in which number words of a language are written in digits: `25` for `twenty-five`. */
export function withDigits(text: string, language: string): string {
  const words = numberWords(language);
  if (words.values.size === 0) return text;
  return words.counters.length > 0 ? withCountedDigits(text, words) : withSpacedDigits(text, words, language);
}

/** A Chinese, Japanese or Korean number counts only before a counter: its characters are parts of other words too. */
function withCountedDigits(text: string, { values, counters }: NumberWords): string {
  const longestFirst = [...values.keys(), ...Object.keys(hanValues)].toSorted((a, b) => b.length - a.length);
  const counter = counters.toSorted((a, b) => b.length - a.length).join('|');
  const counted = new RegExp(`(?<![${hanDigits}\\d])((?:${longestFirst.join('|')})+)(?=\\s?(?:${counter}))`, 'gu');
  return text.replace(counted, (number: string) => {
    const value = values.get(number) ?? hanNumber(number);
    return value === undefined || value < 2 ? number : String(value);
  });
}

const hanValues: Readonly<Record<string, number>> = {
  ...{ 〇: 0, 零: 0, 一: 1, 二: 2, 两: 2, 兩: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
  ...{ 十: 10, 百: 100, 千: 1_000, 万: 10_000, 萬: 10_000, 億: 100_000_000, 亿: 100_000_000 },
};
const hanDigits = Object.keys(hanValues).join('');

function hanNumber(text: string): number | undefined {
  const values = Array.from(text, (character) => hanValues[character]);
  return values.includes(undefined) ? undefined : composed(values.map((value) => value ?? 0));
}

/** Returns the value of numerals such as 2, 100, 5, 10: digits before a power of ten are multiplied with it. */
function composed(values: readonly number[]): number {
  let [total, group, digit] = [0, 0, 0];
  for (const value of values) {
    if (value < 10) digit = digit * 10 + value;
    else if (value < 10_000) [group, digit] = [group + Math.max(1, digit) * value, 0];
    else [total, group, digit] = [total + Math.max(1, group + digit) * value, 0, 0];
  }
  return total + group + digit;
}

interface Token {
  text: string;
  /** Value of a number in words. */
  value: number | undefined;
}

function withSpacedDigits(text: string, words: NumberWords, language: string): string {
  const tokens = [...segmenterOf(language).segment(text)].map(({ segment }): Token => {
    const word = comparable(segment);
    return { text: segment, value: words.values.get(word) ?? pairOf(word, words) ?? multipleOf(word, words) };
  });
  let made = '';
  for (let at = 0; at < tokens.length;) {
    const number = numberFrom(tokens, at, words);
    made += number?.text ?? tokens[at]?.text ?? '';
    at = number?.end ?? at + 1;
  }
  return made;
}

const segmenterOf = once((language: string) => new Intl.Segmenter(language, { granularity: 'word' }));

/** Returns the value of a word such as `fünfundzwanzig`. */
function pairOf(word: string, { values }: NumberWords): number | undefined {
  const [, unit = '', ten = ''] = /^(.+?)(?:und|en|og)(.+)$/u.exec(word) ?? [];
  const ones = ['ein', 'een', 'en'].includes(unit) ? 1 : values.get(unit);
  const tens = values.get(ten);
  if (ones === undefined || tens === undefined) return undefined;
  return ones < 10 && tens >= 20 && tens < 100 ? ones + tens : undefined;
}

/** Returns the value of a word such as `zweihundert`. */
function multipleOf(word: string, { values }: NumberWords): number | undefined {
  const power = [...values].find(([name, value]) => value >= 100 && word.length > name.length && word.endsWith(name));
  const factor = power && values.get(word.slice(0, -power[0].length));
  return power === undefined || factor === undefined ? undefined : factor * power[1];
}

/** A number that is read word by word: `total` are the thousands that are complete, `group` what comes after them. */
interface Sum {
  total: number;
  group: number;
}

/** Returns the number in digits that begins at a token, and the index of the token after it; undefined for none. */
function numberFrom(
  tokens: readonly Token[],
  start: number,
  words: NumberWords,
): { text: string; end: number } | undefined {
  const { text = '', value } = tokens[start] ?? {};
  const isDigits = /^\d+(?:\.\d+)?$/u.test(text);
  const begin = isDigits ? Number(text) : value;
  if (begin === undefined) return undefined;
  const first: Sum = begin >= 1_000 ? { total: begin, group: 0 } : { total: 0, group: begin };
  const { sum, end } = continued({ sum: first, end: start + 1 }, { tokens, words, isDigits });
  return { text: isDigits && end === start + 1 ? text : String(sum.total + sum.group), end };
}

interface Read {
  sum: Sum;
  /** Index of the token after the number. */
  end: number;
}

function continued(read: Read, line: { tokens: readonly Token[]; words: NumberWords; isDigits: boolean }): Read {
  const next = nextNumber(line.tokens, read.end, line.words);
  const sum = next && extended(read.sum, next.value, line.isDigits);
  return next === undefined || sum === undefined ? read : continued({ sum, end: next.end }, line);
}

/**
 * Returns a number with its next word, or undefined if the word does not continue it: `three` after `two`. A number in
 * digits is continued only by words such as `million`.
 */
function extended({ total, group }: Sum, value: number, isDigits: boolean): Sum | undefined {
  if (value >= 1_000) return group > 0 ? { total: total + group * value, group: 0 } : undefined;
  if (isDigits) return undefined;
  if (value === 100) return group > 0 && group < 10 ? { total, group: group * 100 } : undefined;
  if (group === 4 && value === 20) return { total, group: 80 };
  return value < roomAfter({ total, group }) ? { total, group: group + value } : undefined;
}

/** Returns the number that the next word must be below: 10 after `twenty`. French adds up to 19 to 60 and 80. */
function roomAfter({ total, group }: Sum): number {
  const tens = group % 100;
  if (tens === 0) return group + total > 0 ? 100 : 0;
  if (tens < 20 || tens % 10 !== 0) return 0;
  return tens === 60 || tens === 80 ? 20 : 10;
}

/** Number of tokens between two words of a number: spaces, a hyphen and a word such as `and`. */
const betweenMax = 3;

function nextNumber(
  tokens: readonly Token[],
  from: number,
  { joining }: NumberWords,
): { value: number; end: number } | undefined {
  const near = tokens.slice(from, from + betweenMax + 1);
  const next = near.findIndex(({ value }) => value !== undefined);
  const value = near[next]?.value;
  const isJoined = near.slice(0, next).every(({ text }) => /^[\s-]+$/u.test(text) || joining.has(comparable(text)));
  return next > 0 && isJoined && value !== undefined ? { value, end: from + next + 1 } : undefined;
}
