import type { Issue } from '../schema/issue.ts';
import { decodeCursor } from './cursor.ts';

const whole = /^\d{1,6}$/;

/** Value of a query parameter, or the issues of an invalid value. */
interface Given<T> {
  value: T;
  issues: Issue[];
}

export function queryNumber(
  query: URLSearchParams,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): Given<number> {
  const [text, ...more] = query.getAll(name);
  if (text === undefined) return { value: fallback, issues: [] };
  const isNumber = whole.test(text) && more.length === 0;
  const value = Number(text);
  if (isNumber && value >= min && value <= max) return { value, issues: [] };
  const msg = `Use a whole number from ${min} to ${max}, and give the parameter once.`;
  return { value: fallback, issues: [{ loc: ['query', name], msg, type: isNumber ? 'out_of_range' : 'bad_format' }] };
}

export function queryChoice<T extends string>(
  query: URLSearchParams,
  name: string,
  known: readonly T[],
): Given<T | undefined> {
  const msg = `Use one of ${known.join(', ')}, and give the parameter once.`;
  return optional(query, { name, msg, type: 'not_one_of' }, (text) => known.find((one) => one === text));
}

/** Reads the position in a list from the parameter `cursor`. `owner` names whose keys may use the cursor. */
export function queryCursor(query: URLSearchParams, scope: string, owner: string): Given<string | undefined> {
  const msg = `Use next_cursor of the previous page, unchanged, with ${owner}.`;
  return optional(query, { name: 'cursor', msg, type: 'bad_format' }, (text) => decodeCursor(scope, text));
}

function optional<T>(
  query: URLSearchParams,
  { name, msg, type }: { name: string; msg: string; type: Issue['type'] },
  read: (text: string) => T | undefined,
): Given<T | undefined> {
  const texts = query.getAll(name);
  if (texts.every((text) => text === '')) return { value: undefined, issues: [] };
  const value = texts.length === 1 ? read(texts[0] ?? '') : undefined;
  return { value, issues: value === undefined ? [{ loc: ['query', name], msg, type }] : [] };
}
