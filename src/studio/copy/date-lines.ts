import type { Copy } from '../brief.ts';
import { hasDate, isMonth } from './has-date.ts';
import type { Row } from './lists.ts';

/** Text of an ad that states a date, divided into the lines of a poster: the `value` of one row is the day. */
export interface DateLines {
  role: 'offer' | 'subheadline';
  lines: readonly Row[];
}

/** Maximum length of a text whose date is set large, in characters. */
const lengthMax = 40;

/** Returns the offer or subheadline if it is short and states one date; null otherwise. */
export function dateIn(copy: Copy, language: string): DateLines | null {
  for (const role of ['offer', 'subheadline'] as const) {
    const text = copy[role];
    if (text === '' || text.length > lengthMax || !hasDate(text, language) || hasTwo(text, language)) continue;
    return { role, lines: linesOf(text, language) };
  }
  return null;
}

/** Reports whether a text names two months or two dates in digits, as `6 March – 30 May` does. */
const hasTwo = (text: string, language: string): boolean =>
  text.split(/\s+/u).filter((word) => isMonth(word, language)).length > 1 ||
  [...text.matchAll(new RegExp(inDigits, 'gu'))].length > 1;

/** Divides a text before and after its date, and the date into day and month: `Saturday`, `14`, `November`, `8 pm`. */
function linesOf(text: string, language: string): Row[] {
  const [before = '', date, after = ''] = text.split(inDigits);
  const parts = date === undefined ? byWords(text, language) : { before: [before], day: date, after: [after] };
  const words = (all: readonly string[]) => all.map(trimmed).filter((each) => each !== '');
  return [
    ...words(parts.before).map((label) => ({ label, value: '' })),
    { label: '', value: trimmed(parts.day) },
    ...words(parts.after).map((label) => ({ label, value: '' })),
  ];
}

const trimmed = (text: string): string => text.replace(/^[\s,،、·|–-]+|[\s,،、·|–-]+$/gu, '');

const inDigits =
  /(\p{N}{1,2}\s*[月월]\s*\p{N}{1,2}\s*[日일]|(?<!\p{N})\p{N}{1,2}[./]\p{N}{1,2}[./]?(?:\p{N}{2,4})?(?!\p{N})|\p{N}{4}-\p{N}{2}-\p{N}{2})/u;

interface DateParts {
  before: readonly string[];
  day: string;
  after: readonly string[];
}

function byWords(text: string, language: string): DateParts {
  const words = text.trim().split(/\s+/u);
  const month = words.findIndex((word) => isMonth(word, language));
  const days = words.flatMap((word, at) => (isDay(word) && Math.abs(at - month) <= 2 ? [at] : []));
  const day = days.toSorted((a, b) => Math.abs(a - month) - Math.abs(b - month))[0];
  if (month < 0 || day === undefined) return { before: [], day: text, after: [] };
  const joined = (from: number, to: number) => words.slice(from, to).join(' ');
  const first = startOfDays(words, day);
  const [start, end] = [Math.min(first, month), Math.max(day, month) + 1];
  return {
    before: [joined(0, start), joined(start, first)],
    day: joined(first, day + 1),
    after: [joined(day + 1, end), joined(end, words.length)],
  };
}

/** Returns the place of the first of several days: `14. og 15.`. */
function startOfDays(words: readonly string[], day: number): number {
  const [joint = '', before = ''] = [words[day - 1], words[day - 2]];
  return isDay(before) && joint.length <= 3 ? day - 2 : day;
}

const isDay = (word: string): boolean =>
  /^(?:[1-9]|[12]\p{N}|3[01]|\p{N}{1,2}[–-]\p{N}{1,2})(?:\p{L}{2}|[.º])?,?$/u.test(word);
