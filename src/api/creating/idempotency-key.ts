import type { Issue } from '../../schema/issue.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** Its form alone; it is taken verbatim, quotes and all. Sent twice it holds a blank, which is none of its signs. */
export function idempotencyKeyIssues(header: string | string[] | undefined): Issue[] {
  if (header === undefined || (typeof header === 'string' && visibleAscii.test(header))) return [];
  const msg = 'Use 1 to 255 visible ASCII characters without blanks, and send the header once.';
  return [{ loc: ['header', 'Idempotency-Key'], msg, type: 'bad_format' }];
}
