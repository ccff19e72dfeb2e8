import { jsonHash } from '../domain/json-hash.ts';
import type { Issue } from '../schema/issue.ts';
import type { ApiRequest } from './route.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/**
 * Checks the form of an Idempotency-Key header and returns the validation errors. The key is used verbatim, including
 * quotes. A repeated header is rejected, because Node joins its values with a comma and a space.
 */
export function idempotencyKeyIssues(header: string | string[] | undefined): Issue[] {
  if (header === undefined || (typeof header === 'string' && visibleAscii.test(header))) return [];
  const msg = 'Use 1 to 255 visible ASCII characters without spaces, and send the header once.';
  return [{ loc: ['header', 'Idempotency-Key'], msg, type: 'bad_format' }];
}

/** Returns the idempotency key of a request and the hash of its body. Returns undefined if the client sent no key. */
export function idempotencyOf({ headers, body }: Pick<ApiRequest, 'headers' | 'body'>) {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? { key, requestHash: requestHash(body) } : undefined;
}

/**
 * Returns the SHA-256, in hexadecimal, of a JSON value as the client sent it, without defaults. The order of keys does
 * not matter. `null` and an absent field lead to different hashes; `1` and `1.0` lead to the same hash.
 */
export function requestHash(value: unknown): string {
  return jsonHash(value);
}
