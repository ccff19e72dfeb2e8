import type { Issue } from '../schema/issue.ts';

const whole = /^\d{1,6}$/;

export function queryNumber(
  query: URLSearchParams,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): { value: number; issues: Issue[] } {
  const [text, ...more] = query.getAll(name);
  if (text === undefined) return { value: fallback, issues: [] };
  const isNumber = whole.test(text) && more.length === 0;
  const value = Number(text);
  if (isNumber && value >= min && value <= max) return { value, issues: [] };
  const msg = `Use a whole number from ${min} to ${max}, and give the parameter once.`;
  return { value: fallback, issues: [{ loc: ['query', name], msg, type: isNumber ? 'out_of_range' : 'bad_format' }] };
}
