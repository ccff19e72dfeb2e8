import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256, in hexadecimal, of a JSON value before defaults. The order of keys does not matter. `null` and
 * an absent field differ; `1` and `1.0` do not. A library for canonical JSON (RFC 8785) would do the same as these few
 * lines.
 */
export function requestHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex');
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
