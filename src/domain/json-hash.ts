import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a JSON value in hexadecimal. The order of keys does not matter. */
export function jsonHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex');
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
