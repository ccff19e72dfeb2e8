import type { Issue } from '../../schema/issue.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * Validates the form of an Idempotency-Key header and returns the issues. The key is used verbatim, including quotes. A
 * repeated header is rejected, because Node joins its values with a comma and a space.
 */
export function idempotencyKeyIssues(header: string | string[] | undefined): Issue[] {
  if (header === undefined || (typeof header === 'string' && visibleAscii.test(header))) return [];
  const msg = 'Use 1 to 255 visible ASCII characters without spaces, and send the header once.';
  return [{ loc: ['header', 'Idempotency-Key'], msg, type: 'bad_format' }];
}
