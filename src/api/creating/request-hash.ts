import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256, in hexadecimal, of a JSON value as the client sent it, without defaults. The order of keys does
 * not matter. `null` and an absent field lead to different hashes; `1` and `1.0` lead to the same hash. No library for
 * canonical JSON (RFC 8785) is used, because it would do the same as these few lines.
 */
export function requestHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex');
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
