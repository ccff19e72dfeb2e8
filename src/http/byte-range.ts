/** Bytes that a `Range` header asks for. `start` and `end` are both inclusive. */
export type RangeRequest =
  { kind: 'whole' } | { kind: 'part'; range: { start: number; end: number } } | { kind: 'unsatisfiable' };

const whole: RangeRequest = { kind: 'whole' };
const unsatisfiable: RangeRequest = { kind: 'unsatisfiable' };

/**
 * Parses the `Range` header of a request for a file of `size` bytes. The whole file is served if the header names
 * several ranges or another unit, or is malformed, as RFC 9110 allows.
 *
 * The package `range-parser` was rejected, because it treats a suffix range longer than the file as an error; by RFC
 * 9110, such a range means the whole file.
 */
export function rangeOf(header: string | undefined, size: number): RangeRequest {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return whole;
  if (first === '') return suffix(Number(last), size);
  return between(Number(first), last === '' ? Infinity : Number(last), size);
}

function between(start: number, end: number, size: number): RangeRequest {
  if (end < start) return whole;
  return start < size ? part(start, Math.min(end, size - 1)) : unsatisfiable;
}

function suffix(length: number, size: number): RangeRequest {
  if (length === 0 || size === 0) return unsatisfiable;
  return part(Math.max(0, size - length), size - 1);
}

function part(start: number, end: number): RangeRequest {
  return { kind: 'part', range: { start, end } };
}
